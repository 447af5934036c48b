import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resource } from '../support/resource.ts';
import { engines, openSite, openTab, type Site, textIn } from '../support/site.ts';

// Firefox stops a worker 30 s after it last had something to do, and 60 s after that came whatever it waits for.
describe.runIf(engines.includes('firefox'))('a body that takes long in Firefox', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite('firefox');
  });
  afterAll(() => site.close());

  /** The text of a body that comes at a hundred bytes a second, or the error that it ends in. */
  const bodyOf = async (seconds: number, maxReplay: number) => {
    const visitor = await site.visitor();
    const tab = await openTab(site, visitor, { maxReplay });
    const { url } = resource({ size: seconds * 100, chunk: 100, pause: 1000 }, site.origin);
    const text = await textIn(tab, url);
    await visitor.close();
    return text;
  };

  describe.each([
    ['read whole', 4 << 20],
    ['handed on', 1],
  ])('%s', (_, maxReplay) => {
    test.concurrent('arrives in 45 s', { timeout: 150_000 }, async () => {
      expect((await bodyOf(45, maxReplay)).length).toBe(4500);
    });

    test.concurrent('ends in an error after 60 s, never short', { timeout: 150_000 }, async () => {
      expect(await bodyOf(75, maxReplay)).toMatch(/Error$/);
    });
  });
});
