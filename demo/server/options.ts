// The command line of the demo's server.

import { parseArgs } from 'node:util';

/** What is wrong with the command line, or with the machine it runs on: one line, without a stack trace. */
export class Unusable extends Error {}

export interface Options {
  /** The first of eight; 0 is the usual ones, or the next that are free. */
  readonly port: number;
  /** PEM files, for HTTP/2 with a certificate that the browser trusts. Both or neither. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly help: boolean;
}

/** The text of `--help`. */
export const help = `Serves the demo map app on this machine alone.

  npm run demo                                      on port 7700 and the seven after it, or the next free ones
  npm run demo -- --port 8080                       on that port and the seven after it
  npm run demo -- --cert cert.pem --key key.pem     HTTP/2 with a certificate that your browser trusts`;

const known = {
  port: { type: 'string' },
  cert: { type: 'string' },
  key: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const highest = 65_535 - 7;

/** Throws `Unusable`. */
export function optionsOf(args: readonly string[]): Options {
  const { tokens, values } = parseArgs({ args: [...args], options: known, strict: false, tokens: true });
  for (const token of tokens)
    if (token.kind !== 'option' || !Object.hasOwn(known, token.name))
      throw new Unusable(
        `Expected no option but --port, --cert, --key and --help, got \`${args[token.index]}\`.`,
      );
  const text = (name: 'port' | 'cert' | 'key') => {
    const value = values[name];
    return value === true ? '' : (value as string | undefined);
  };
  const port = text('port') ?? '0';
  const [cert, key] = [text('cert'), text('key')];
  if (!/^\d+$/.test(port) || Number(port) > highest)
    throw new Unusable(`Expected \`--port\` to be a whole number from 0 to ${highest}, got \`${port}\`.`);
  if (cert === '' || key === '' || (cert === undefined) !== (key === undefined))
    throw new Unusable('Expected `--cert` and `--key` together, each with the path of a PEM file.');
  return { port: Number(port), cert, key, help: values.help === true };
}
