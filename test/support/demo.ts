// The demo in a process of its own, as `npm run demo` starts it after the build, and the reports of its server.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Report } from '../../demo/server/link.ts';
import type { Settings } from '../../demo/server/settings.ts';
import type { Site } from '../../demo/server/site.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

function run(
  args: readonly string[],
): ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream } {
  const process_ = spawn(process.execPath, ['demo/server/main.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return process_ as ReturnType<typeof run>;
}

/** The result of a start that ends by itself. */
export async function outcomeOf(...args: string[]) {
  const demo = run(args);
  const [out, err, [code]] = await Promise.all([text(demo.stdout), text(demo.stderr), once(demo, 'exit')]);
  return { out, err, code };
}

export interface Demo {
  /** The origin of the front, without a slash at the end. */
  readonly origin: string;
  readonly site: Site;
  link(id: string): DemoLink;
  /** Returns how often each drawing was painted. */
  drawn(): Promise<Record<string, number>>;
}

export interface OwnDemo extends Demo {
  /** Ends the demo. Resolves with how it ended. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: string | null; err: string }>;
}

export interface DemoLink {
  set(changes: Partial<Settings>): Promise<Response>;
  /** Sets its counts to zero. */
  reset(): Promise<void>;
  report(): Promise<Report>;
  /** Returns how often each path was asked for. */
  hits(): Promise<Record<string, number>>;
}

/** Returns the demo that serves at this origin. */
export async function demoAt(origin: string): Promise<Demo> {
  const json = async (path: string) => (await fetch(origin + path)).json();
  return {
    origin,
    site: (await json('/site.json')) as Site,
    link: (id) => ({
      set: (changes) => fetch(`${origin}/links/${id}`, { method: 'PATCH', body: JSON.stringify(changes) }),
      reset: async () => void (await fetch(`${origin}/links/${id}/counts`, { method: 'DELETE' })),
      report: () => json(`/links/${id}`) as Promise<Report>,
      hits: () => json(`/links/${id}/hits`) as Promise<Record<string, number>>,
    }),
    drawn: () => json('/drawn.json') as Promise<Record<string, number>>,
  };
}

export async function startDemo(...args: string[]): Promise<OwnDemo> {
  const demo = run(args);
  const err = text(demo.stderr);
  const address = Promise.withResolvers<string>();
  demo.stdout.on('data', (chunk: Buffer) => {
    const [, origin] = /(http:\S+)\//.exec(String(chunk)) ?? [];
    if (origin) address.resolve(origin);
  });
  demo.once('exit', async (code) => address.reject(new Error(`The demo ended with ${code}: ${await err}`)));
  return {
    ...(await demoAt(await address.promise)),
    async stop(signal = 'SIGTERM') {
      const exit = once(demo, 'exit');
      demo.kill(signal);
      const [code, by] = await exit;
      return { code, signal: by, err: await err };
    },
  };
}
