// WebKitGTK through its WebDriver, as far as tests need a browser: tabs that go somewhere and evaluate functions.
//
// A driver does one thing at a time, so a function is started in its tab, and its result is asked for until it is
// there: several tabs can wait at once.

import { spawn } from 'node:child_process';
import { env } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import type { AnyBrowser, Tab, Visitor } from './tab.ts';

/** Milliseconds after which a driver, or a browser that it starts, counts as hung. */
const limit = 60_000;

type Outcome = { readonly json?: string; readonly error?: string } | 'none yet' | null;

/**
 * Starts `WebKitWebDriver` and, with it, the MiniBrowser at that path. It wants a display: `xvfb-run` has one. All its
 * tabs share storage and workers, and no other MiniBrowser has them. A browser that hangs when it starts is started once
 * more.
 */
export const launchWebKit = (binary: string): Promise<Visitor> => launch(binary).catch(() => launch(binary));

async function launch(binary: string): Promise<Visitor> {
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
  });
  let base = `http://127.0.0.1:${port}/session`;
  const command = async (method: string, path: string, body?: object) => {
    const signal = AbortSignal.timeout(limit);
    const init = { method, signal, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(base + path, init).catch((error) => {
      throw signal.aborted ? new Error(`${method} ${path}: no answer within ${limit / 1000} s`) : error;
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  /** Commands that belong together have the driver to themselves. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Value>(run: () => Promise<Value>): Promise<Value> => {
    const done = turn.then(run);
    turn = done.catch(() => {});
    return done;
  };

  const options = { binary, args: ['--automation'] };
  const start = () =>
    command('POST', '', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } });
  let session: { sessionId: string } | undefined;
  const last = performance.now() + limit;
  while (!session)
    session = await start().then(
      (value) => value as { sessionId: string },
      async (error) => {
        if (performance.now() > last) {
          driver.kill();
          throw error;
        }
        await sleep(100);
        return undefined;
      },
    );
  base += `/${session.sessionId}`;
  const first = (await command('GET', '/window')) as string;
  let count = 0;

  const tabAt = (handle: string): Tab => {
    const here = <Value>(method: string, path: string, body: object): Promise<Value> =>
      inTurn(async () => {
        await command('POST', '/window', { handle });
        return (await command(method, path, body)) as Value;
      });
    const execute = <Value>(script: string, args: readonly unknown[]) =>
      here<Value>('POST', '/execute/sync', { script, args });
    /** Goes to another document. The driver may answer before the scripts of the page have run. */
    const go = async (method: 'url' | 'back' | 'refresh', body: object = {}): Promise<null> => {
      await here('POST', `/${method}`, body);
      while ((await execute('return document.readyState;', [])) !== 'complete') await sleep(20);
      return null;
    };
    const tab: Tab = {
      goto: (url) => go('url', { url }),
      goBack: () => go('back'),
      reload: () => go('refresh'),
      bringToFront: () => here('POST', '/window', { handle }),
      close: () => here('DELETE', '/window', {}),
      async evaluate(run, ...args) {
        const id = count++;
        // As text, because the driver would make `null` of `undefined`, and keep elements.
        const values = args.map((arg) => (arg === undefined ? 'undefined' : JSON.stringify(arg)));
        // In a microtask: in the driver's own call, WebKit would run microtasks within each `dispatchEvent`.
        const script = `
          const id = arguments[0];
          const outcomes = (window.outcomes ??= {});
          outcomes[id] = 'none yet';
          Promise.resolve().then(() => (${run})(${values})).then((value) => JSON.stringify(value)).then(
            (json) => { outcomes[id] = { json }; },
            (error) => { outcomes[id] = { error: String(error) }; },
          );`;
        await execute(script, [id]);
        for (;;) {
          const outcome = await execute<Outcome>('return window.outcomes?.[arguments[0]] ?? null;', [id]);
          if (!outcome) throw new Error('The page has gone, and with it what was evaluated there.');
          if (outcome === 'none yet') await sleep(20);
          else if (outcome.error) throw new Error(outcome.error);
          else return outcome.json && JSON.parse(outcome.json);
        }
      },
      click: (selector) =>
        inTurn(async () => {
          await command('POST', '/window', { handle });
          const found = await command('POST', '/element', { using: 'css selector', value: selector });
          const [id] = Object.values(found as Record<string, string>);
          await command('POST', `/element/${id}/click`, {});
        }),
      async waitForFunction(run, _, ...args) {
        while (!(await tab.evaluate(run, ...args))) await sleep(20);
        return undefined as never;
      },
    };
    return tab;
  };

  return {
    newPage: () =>
      inTurn(async () => {
        // The window that was used last may be closed, and the driver opens no other from there.
        await command('POST', '/window', { handle: first });
        // In another window: a tab behind others is hidden, and hidden pages draw and preload nothing.
        const { handle } = (await command('POST', '/window/new', { type: 'window' })) as { handle: string };
        return tabAt(handle);
      }),
    async close() {
      await command('DELETE', '').catch(() => {});
      driver.kill();
    },
  };
}

/** WebKit with a browser for each visitor: its driver has no other means to keep their storage apart. */
export async function openWebKit(): Promise<AnyBrowser> {
  const visitors = new Set<Visitor>();
  return {
    async createBrowserContext() {
      const visitor = await launchWebKit(env.COFLIGHT_WEBKIT ?? '');
      visitors.add(visitor);
      return visitor;
    },
    close: async () => void (await Promise.all([...visitors].map((visitor) => visitor.close()))),
  };
}
