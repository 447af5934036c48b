import { env } from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resource } from '../support/resource.ts';
import { engines, openSite, openTab, type Site, type Tab, type Visitor } from '../support/site.ts';

/** How many requests are started. `COFLIGHT_LOAD=10000 npx vitest run --project e2e …load…` is the long run. */
const total = Number(env.COFLIGHT_LOAD ?? 400);
const seed = Number(env.COFLIGHT_SEED ?? 1);
/** Pages are reloaded, or closed and opened again, after each round. */
const perRound = 25;

/** The counts of a page in one round. */
interface Round {
  readonly started: number;
  readonly aborted: number;
  /** The results of requests that were not aborted and did not get their whole body. */
  readonly wrong: readonly string[];
}

/** Starts, aborts, cancels and starts again after random times, and reads the rest to its end. */
const play = (tab: Tab, url: string, count: number, seed: number): Promise<Round> =>
  tab.evaluate(
    async (url, count, seed) => {
      let state = seed;
      // mulberry32
      const random = () => {
        state = (state + 0x6d2b79f5) | 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
      };
      const one = <Item>(...items: Item[]) => items[Math.floor(random() * items.length)] as Item;
      const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
      const wrong: string[] = [];
      const all: Promise<void>[] = [];
      let started = 0;
      let aborted = 0;

      const start = async (again: boolean): Promise<void> => {
        started++;
        const size = one(10, 20_000, 60_000);
        const slow = size > 10_000 && random() < 0.5 ? '&chunk=1000&pause=5' : '';
        const target = `${url}&n=${one(1, 2, 3, 4)}&size=${size}&delay=${one(0, 20, 100)}${slow}`;
        const headers = one<Record<string, string>>({}, { 'x-own': 'a' }, { authorization: 'Bearer b' });
        const init: RequestInit = { headers, cache: random() < 0.1 ? 'no-store' : 'default' };
        const how = one<'shared' | 'fetch'>('shared', 'shared', 'fetch');
        const controller = new AbortController();
        const name = `${how} ${target} ${JSON.stringify(init)}`;
        const gone = random() < 0.5;
        if (gone) {
          const leave = async () => {
            await sleep(one(0, 0, 5, 30, 120));
            controller.abort();
            if (again && random() < 0.5) all.push(start(false));
          };
          all.push(leave());
        }
        try {
          const response = await globalThis[how](target, { ...init, signal: controller.signal });
          if (random() < 0.1 && !gone) {
            const reader = (response.body as ReadableStream).getReader();
            await reader.read();
            await reader.cancel();
            return;
          }
          const { length } = await response.text();
          if (!controller.signal.aborted && (response.status !== 200 || length !== size))
            wrong.push(`${name}: ${response.status}, ${length} bytes`);
        } catch (error) {
          if (controller.signal.aborted) aborted++;
          else wrong.push(`${name}: ${error}`);
        }
      };

      while (started < count) {
        all.push(start(true));
        await sleep(one(0, 0, 10, 40));
      }
      // The list grows while it is read: an aborted request may be made again.
      for (const each of all) await each;
      return { started, aborted, wrong };
    },
    url,
    count,
    seed,
  );

describe.each(engines)(
  'random starts, aborts, restarts, cancels and closed tabs in four tabs of %s',
  (engine) => {
    let site: Site;
    let visitor: Visitor;
    beforeAll(async () => {
      site = await openSite(engine);
      visitor = await site.visitor();
    });
    afterAll(() => site.close());

    /** The work of one tab: rounds, and between them it is closed or reloaded in the middle of its requests. */
    const visit = async (url: string, count: number, seed: number) => {
      const rounds: Round[] = [];
      const open = () => openTab(site, visitor);
      let tab = await open();
      for (let done = 0; done < count; done += perRound) {
        rounds.push(await play(tab, url, perRound, seed + done));
        // Requests that end only when their tab is closed.
        const left = play(tab, url, 5, seed + done + 1).catch(() => undefined);
        if (done % (2 * perRound)) await tab.reload();
        else await tab.close();
        await left;
        tab = await open();
      }
      await tab.close();
      return rounds;
    };

    test('no caller that waits fails, and no connection stays open for a second', {
      timeout: 0,
    }, async () => {
      const server = resource({}, site.origin);
      const visits = [0, 1, 2, 3].map((tab) =>
        visit(server.url, total / 4, seed * 1_000_000 + tab * 100_000),
      );
      const rounds = (await Promise.all(visits)).flat();
      const left = performance.now();
      const wrong = rounds.flatMap(({ wrong }) => wrong);
      expect(wrong).toEqual([]);
      expect(rounds.reduce((sum, { started }) => sum + started, 0)).toBeGreaterThanOrEqual(total);
      expect(rounds.reduce((sum, { aborted }) => sum + aborted, 0)).toBeGreaterThan(total / 10);
      const isOpen = async () => {
        const { requests, aborted, finished } = await server.seen();
        return requests.length - aborted - finished;
      };
      while (await isOpen())
        expect(performance.now() - left).toBeLessThan(env.COFLIGHT_LOAD ? 1_100 : 10_000);
    });
  },
);
