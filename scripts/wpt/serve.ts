// Starts the server of the Web Platform Tests that is beside this file.

import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folders that the server needs. */
export interface ServerSetting {
  /** A checkout of the Web Platform Tests. */
  readonly root: string;
  readonly python: string;
  /** Files with a key and a certificate for HTTPS. */
  readonly key: string;
  readonly certificate: string;
  /** A file with a script that every test runs first. It may change between runs. */
  readonly first: string;
}

export interface WptServer {
  readonly ports: Readonly<Record<'http' | 'https', number>>;
  /** The hosts that the tests name. All of them are this machine. */
  readonly hosts: readonly string[];
  /** The certificate's key, as Chromium names it. */
  readonly spki: string;
  readonly close: () => Promise<void>;
}

/** Starts the server. One serves all runs: names of subtests hold its ports. */
export async function serve({ root, python, key, certificate, first }: ServerSetting): Promise<WptServer> {
  const script = fileURLToPath(new URL('serve.py', import.meta.url));
  const server: ChildProcess = spawn(python, [script, root, key, certificate, first], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // Once it serves, it prints errors that tests cause: broken requests, closed connections.
  let complaints = '';
  server.stderr?.on('data', (text) => {
    if (complaints.length < 10_000) complaints += text;
  });
  const line = await Promise.race([
    once(server.stdout as NodeJS.ReadableStream, 'data'),
    once(server, 'exit').then(() => undefined),
  ]);
  if (!line) throw new Error(`${python} could not serve ${root}:\n${complaints}`);
  const { ports, hosts } = JSON.parse(String(line[0])) as Pick<WptServer, 'ports' | 'hosts'>;
  const { publicKey } = new X509Certificate(readFileSync(certificate));
  const spki = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
  const close = async () => {
    server.stdin?.end();
    await once(server, 'exit');
  };
  return { ports, hosts, spki, close };
}
