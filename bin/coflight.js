#!/usr/bin/env node
// npx coflight: reads the arguments, runs a command, prints what it says.

import { argv, stderr, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { Refusal } from './refusal.js';
import { check, init, name } from './worker-file.js';

const usage = `Usage: coflight <command>

  init <folder>    Copies ${name} into the folder that your site serves at its root.
    --force        Replaces a newer copy too.
  check <folder>   Fails unless the copy in that folder is the one of this version.
  --help           Prints this text.
`;

const commands = { __proto__: null, init, check };

/** A call that the usage explains. */
const misuse = (message) => new Refusal(`${message}\n\n${usage.trimEnd()}`);

function parse() {
  try {
    return parseArgs({
      args: argv.slice(2),
      allowPositionals: true,
      options: { force: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw misuse(error.message);
  }
}

async function run() {
  const { values, positionals } = parse();
  const [command, ...folders] = positionals;
  if (values.help || command === 'help') return usage.trimEnd();
  if (command === undefined) throw new Refusal(usage.trimEnd());
  if (!commands[command]) throw misuse(`Unknown command \`${command}\`.`);
  if (folders.length !== 1 || !folders[0])
    throw misuse(`Expected one folder, got ${folders.length > 1 ? folders.length : 'none'}.`);
  return commands[command](folders[0], values);
}

// A reader that has seen enough, such as `head`, closes the pipe. That is no error of ours.
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
