// A few random programs in Node, a part of `npm run test:tabs`; and functions that share wrongly, to see that it shows.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/index.ts';
import { type Answer, drawn } from './knowledge.ts';
import type { Gallery } from './looks.ts';
import { Player } from './player.ts';
import { type Item, type Program, programsFor, type Read, type Step } from './program.ts';
import { openProgramServer, type ProgramServer } from './server.ts';

type Fetch = typeof globalThis.fetch;

let server: ProgramServer;
beforeAll(async () => {
  server = await openProgramServer();
});
afterAll(() => server.close());

const native: Fetch = (...args) => globalThis.fetch(...args);

/** Plays the first tab of a program. Returns what was wrong. */
async function play(fetch: Fetch, name: string, program: Program): Promise<readonly string[]> {
  server.add(name, program);
  const player = new Player({ fetch, origins: server.origins, name }, program);
  return (await player.play(0)).wrong;
}

test('Random programs with a wrapped fetch get what they should get, and leave nothing in flight (#19)', async () => {
  const abilities = {
    tabs: 1,
    xhr: 'none',
    hasCookies: false,
    canLeave: false,
    canStop: false,
    canFreeze: false,
    hasImages: false,
  } as const;
  const before = server.requests();
  const programs = programsFor(abilities, 19, 5);
  for (const [nth, program] of programs.entries()) {
    const fetch = createFetch({ ignoreHeaders: ['x-lang'] });
    expect(await play(fetch, `random-${nth}`, program)).toEqual([]);
    await vi.waitUntil(() => !fetch.stats().inFlight && !server.open(), { timeout: 60_000 });
  }
  const calls = programs.reduce((sum, { tabs }) => sum + (tabs[0]?.length ?? 0), 0);
  expect(server.requests() - before).toBeLessThan(calls);
});

/** What the server answers for an item, unless a test says more. */
const item: Item = {
  ...{ origin: 0, status: 200, size: 100, delay: 200, pieces: 1, end: 'whole' },
  ...{ isMoved: false, varies: false, isImage: false, isStored: false },
};
const read: Read = {
  ...{ do: 'read', at: 0, item: 0, user: '', lang: '', isAnonymous: false, byXhr: false, use: 'text' },
  abortsAfter: undefined,
};

/** No tab leaves or is frozen, and the worker does not stop. */
const undisturbed = { leaves: undefined, stops: undefined, freezes: undefined };

describe('The programs show what is wrong with a function that', () => {
  const reads = (...all: readonly Partial<Read>[]): Step[] => all.map((one) => ({ ...read, ...one }));

  /** A map of promises by URL, with a clone for each caller. */
  const naive = (): Fetch => {
    const flights = new Map<string, Promise<Response>>();
    return async (input, init) => {
      if (init?.method === 'POST') return native(input, init);
      const url = String(input);
      const flight = flights.get(url) ?? native(input, init);
      flights.set(url, flight);
      flight.catch(() => {}).then(() => flights.delete(url));
      return (await flight).clone();
    };
  };
  /** Calls the network, and changes the answer. */
  const changing =
    (change: (answer: Answer) => object): Fetch =>
    async (input, init) => {
      const answer: Answer = await (await native(input, init)).json();
      return Response.json({ ...answer, ...change(answer) });
    };
  const cut = changing(({ pad }) => ({ pad: pad.slice(1) }));
  const nosy = changing(() => ({ session: 1 }));
  const fake: Fetch = async () => Response.json({});

  const write: Step = { do: 'write', at: 50, item: 0, byXhr: false, delay: 0 };
  const cases: readonly (readonly [string, Fetch, Partial<Item>, Step[], RegExp])[] = [
    ['mixes two users', naive(), {}, reads({ user: 'ann' }, { user: 'bob' }), /user ann instead of bob/],
    ['ignores Vary', naive(), { varies: true }, reads({ lang: 'de' }, {}), /lang de instead of /],
    [
      'sends a cookie where it must not',
      nosy,
      {},
      reads({ isAnonymous: true }),
      /the cookie 1 instead of null/,
    ],
    ['lets one abort end all', naive(), {}, reads({ abortsAfter: 50 }, {}), /it fails: Error: This caller/],
    [
      'joins a read from before a write',
      naive(),
      { delay: 1_000 },
      [...reads({}), write, ...reads({ at: 800 })],
      /and a write has ended after/,
    ],
    ['cuts bodies', cut, {}, reads({}), /a pad of 99 instead of 100/],
    ['hides a reset', fake, { end: 'reset' }, reads({}), /it succeeds, and the server has reset/],
    ['fails', () => Promise.reject(new TypeError('no')), {}, reads({}), /it fails: TypeError: no/],
  ];
  test.each(cases)('%s (#19)', async (name, fetch, its, steps, wrong) => {
    const id = name.replaceAll(' ', '-');
    const program = { ...undisturbed, items: [{ ...item, ...its }], tabs: [steps] };
    expect((await play(fetch, id, program)).join('\n')).toMatch(wrong);
    expect(await play(native, `native-${id}`, program)).toEqual([]);
  });
});

describe('Of a preloader, the programs tell whether it', () => {
  type Load = () => Promise<Pick<HTMLImageElement, 'naturalWidth' | 'naturalHeight'>>;
  const look: Step = {
    ...{ do: 'look', at: 0, item: 0, by: 'load', crossOrigin: '' },
    abortsAfter: undefined,
  };

  /** Loads an image once. Returns what was wrong. */
  async function show(load: Load, its: Partial<Item> = {}, step: Step = look): Promise<string> {
    const program = { ...undisturbed, items: [{ ...item, ...its, isImage: true }], tabs: [[step]] };
    const gallery = { images: { load }, blob: {} } as unknown as Gallery;
    const player = new Player({ fetch: native, origins: server.origins, name: 'images', gallery }, program);
    return (await player.play(0)).wrong.join('\n');
  }

  const image = (answer: Partial<Answer>): Load => {
    const svg = drawn({ item: '0', serial: 7, user: '', lang: '', session: null, pad: '', ...answer });
    const [width, height] = ['width', 'height'].map((name) => Number(svg.match(`${name}="(\\d+)"`)?.[1]));
    return async () => ({ naturalWidth: width ?? 0, naturalHeight: height ?? 0 });
  };
  const failing: Load = () => Promise.reject(new Error('no'));

  test.each<readonly [string, Load, Partial<Item>, RegExp | undefined]>([
    ['shows the image', image({}), {}, undefined],
    ['shows an image with a cookie', image({ session: 3 }), {}, undefined],
    ['shows another item', image({ item: '1' }), {}, /item 1 instead of 0/],
    ['sends a cookie to another origin', image({ session: 3 }), { origin: 1 }, /has a cookie/],
    ['hides a reset', image({}), { end: 'cut' }, /it succeeds, and the server has reset/],
    ['fails', failing, {}, /it fails: Error: no/],
  ])('%s (#19)', async (_, load, its, wrong) => {
    const shown = await show(load, its);
    if (wrong) expect(shown).toMatch(wrong);
    else expect(shown).toBe('');
  });

  test('rejects an abort with another error (#19)', async () => {
    const late: Load = () => new Promise((_, reject) => setTimeout(reject, 50, new Error('no')));
    expect(await show(late, {}, { ...look, abortsAfter: 0 })).toMatch(/it rejects with Error: no/);
  });
});

test('While the worker stops, calls may break; those that begin when a new one answers must not (#19)', async () => {
  const program = { ...undisturbed, items: [item], tabs: [[read, { ...read, at: 200 }]], stops: 0 };
  let calls = 0;
  const player: Player = new Player(
    {
      fetch: async () => {
        if (!calls++) player.workerIsBack();
        throw new TypeError('no');
      },
      ...{ origins: server.origins, name: 'stops' },
    },
    program,
  );
  expect((await player.play(0)).wrong).toEqual([expect.stringMatching(/"at":200.*it fails: TypeError: no/)]);
});
