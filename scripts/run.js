// Runs a slow command and shows its progress: in a terminal by a line that changes, in a log by a line now and then.

import { spawn } from 'node:child_process';
import { stdout } from 'node:process';

const every = stdout.isTTY ? 500 : 10_000;

/** Shows what `describe` returns. Returns a function that stops that. */
function show(describe) {
  const timer = setInterval(() => {
    const text = `  ${describe()}`.slice(0, (stdout.columns || 110) - 1);
    stdout.write(stdout.isTTY ? `\r\x1b[2K${text}` : `${text}\n`);
  }, every);
  return () => {
    clearInterval(timer);
    if (stdout.isTTY) stdout.write('\r\x1b[2K');
  };
}

/**
 * Runs a command to its end. `well` is true when it succeeded, `lines` is all that it wrote. `progress` makes the text
 * that is shown meanwhile from these lines. A command that cannot be started fails, with the reason as its last line.
 */
export function run(command, args, { progress = (lines) => lines.at(-1) ?? '', ...options } = {}) {
  const lines = [];
  const from = Date.now();
  const seconds = () => `${Math.round((Date.now() - from) / 1000)} s`;
  const stop = show(() => `${seconds()}  ${progress(lines)}`);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let rest = '';
  const read = (text) => {
    const parts = (rest + text).split(/\r?\n|\r/);
    rest = parts.pop() ?? '';
    lines.push(...parts.filter(Boolean));
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', read);
  return new Promise((resolve) => {
    const end = (well) => {
      stop();
      if (rest) lines.push(rest);
      resolve({ well, lines, seconds: seconds() });
    };
    child.on('error', (error) => {
      lines.push(error.message);
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}
