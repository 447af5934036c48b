// Runs Web Platform Tests in an engine, against the server beside this file.

import type { PageResult, Results } from './compare.ts';
import { inBrowser } from './in-browser.ts';
import { inNode } from './in-node.ts';
import type { WptServer } from './serve.ts';

const engines = ['chromium', 'firefox', 'node'] as const;
export type EngineName = (typeof engines)[number];

/** Returns the name of an engine that can run the tests, as it was given. */
export function engineNamed(name: string): EngineName {
  const engine = engines.find((one) => one === name);
  if (engine) return engine;
  throw new Error(`Expected \`--engine\` to be \`chromium\`, \`firefox\` or \`node\`, got \`${name}\`.`);
}

export interface RunSetting {
  readonly server: WptServer;
  readonly engine: EngineName;
  /** How many pages run at the same time. */
  readonly jobs: number;
  /** The file of a service worker that controls each page, which is then served over HTTPS. */
  readonly worker?: string | undefined;
  readonly progress: (done: number, of: number) => void;
}

function addressOf(page: string, { server: { ports }, worker }: RunSetting): string {
  const secure = worker || /\.https\b/.test(page);
  const origin = secure
    ? `https://web-platform.test:${ports.https}`
    : `http://web-platform.test:${ports.http}`;
  return `${origin}/${page}`;
}

/** Runs these pages and returns the results of each. */
export async function run(pages: readonly string[], setting: RunSetting): Promise<Results> {
  const { engine, server, jobs, progress, worker } = setting;
  const runner = engine === 'node' ? inNode() : await inBrowser(engine, server, worker);
  const results = new Map<string, PageResult | undefined>(pages.map((page) => [page, undefined]));
  const waiting = [...pages];
  let done = 0;
  const work = async () => {
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
      results.set(page, await runner.resultOf(addressOf(page, setting)).catch(() => undefined));
      progress(++done, pages.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: jobs }, work));
  } finally {
    await runner.close().catch(() => {});
  }
  return results;
}
