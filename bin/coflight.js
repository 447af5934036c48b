#!/usr/bin/env node
// npx coflight: reads the arguments, runs a command, prints what it says.

import { argv, stderr, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { Refusal } from './refusal.js';
import { report } from './report.js';
import { check, init, name, version } from './worker-file.js';

const usage = `Usage: coflight <command>

  init <folder>    Copies ${name} into the folder that your site serves at its root.
    --force        Replaces a newer copy, too.
  check <folder>   Fails when the copy in that folder is missing or differs from this version.
  report <HAR>     Says what sharing would have saved in a recording of a browser's network.
    --json         Prints the report as JSON.
    --html         Prints the report as a page with a waterfall.
  --help           Prints this text.
  --version        Prints the version.`;

/** Each command with its argument and its options. */
const commands = {
  __proto__: null,
  init: { run: init, takes: 'folder', options: ['force'] },
  check: { run: check, takes: 'folder', options: [] },
  report: { run: report, takes: 'HAR file', options: ['json', 'html'] },
};

/** Returns the error for a wrong call. It prints the usage. */
const misuse = (message) => new Refusal(`${message}\n\n${usage}`);

function parse() {
  try {
    const flag = { type: 'boolean' };
    return parseArgs({
      args: argv.slice(2),
      allowPositionals: true,
      options: { force: flag, json: flag, html: flag, help: { ...flag, short: 'h' }, version: flag },
    });
  } catch (error) {
    // Node goes on with a hint about arguments that begin with a dash.
    throw misuse(error.message.replace(/\.?( To specify .*)?$/, '.'));
  }
}

async function run() {
  const { values, positionals } = parse();
  const [name, ...targets] = positionals;
  if (values.help || name === 'help') return usage;
  if (values.version) return version();
  if (name === undefined) throw new Refusal(usage);
  const command = commands[name];
  if (!command) throw misuse(`Unknown command \`${name}\`.`);
  for (const option of Object.keys(values))
    if (!command.options.includes(option)) throw misuse(`\`${name}\` has no option --${option}.`);
  if (targets.length !== 1 || !targets[0])
    throw misuse(`Expected one ${command.takes}, got ${targets.length > 1 ? targets.length : 'none'}.`);
  return command.run(targets[0], values);
}

// A reader such as `head` closes the pipe when it has enough. That is no error.
for (const stream of [stdout, stderr])
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
  });

try {
  stdout.write(`${await run()}\n`);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
