// The command line of the demo's server.

import { parseArgs } from 'node:util';

/** What is wrong with the command line, or with the machine it runs on: one line, without a stack trace. */
export class Unusable extends Error {}

export interface Options {
  /** 0 is any free port. */
  readonly port: number;
  readonly help: boolean;
}

/** The text of `--help`. */
export const help = `Serves the demo map app on this machine alone.

  npm run demo                  on a free port
  npm run demo -- --port 8080   on that port`;

/** Throws `Unusable`. */
export function optionsOf(args: readonly string[]): Options {
  const options = { port: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens)
    if (token.kind !== 'option' || !Object.hasOwn(options, token.name))
      throw new Unusable(`Expected no option but --port and --help, got \`${args[token.index]}\`.`);
  const { values } = parseArgs({ args: [...args], options, strict: false });
  const { port = '0', help = false } = values;
  if (typeof port !== 'string' || !/^\d+$/.test(port) || Number(port) > 65_535)
    throw new Unusable(
      `Expected \`--port\` to be a whole number from 0 to 65535, got \`${port === true ? '' : port}\`.`,
    );
  return { port: Number(port), help: help !== false };
}
