// The runtimes of contenders: a page in Chromium, and Node. Both do the same tasks.

import type { Contender } from '../contenders/contender.ts';
import type { Tasks } from '../contenders/page.ts';
import type { Method } from '../contenders/tasks.ts';
import type { Context } from './benchmark.ts';
import { bundle } from './bundle.ts';

declare global {
  /** In the page. */
  var tasks: Tasks;
}

interface Together {
  readonly url: string;
  readonly callers: number;
  readonly method?: Method;
}

interface Flood {
  readonly url: string;
  readonly calls: number;
  readonly atOnce: number;
  readonly bytes: number;
}

export interface Runtime {
  readonly name: string;
  /** The names of the contenders that run there. */
  readonly contenders: readonly string[];
  /** See `contenders/tasks.ts`. URLs are paths of the origin. */
  together(contender: string, task: Together): Promise<number>;
  inTurn(names: readonly string[], task: { url: string; calls: number }): Promise<Record<string, number[]>>;
  flood(contender: string, task: Flood): Promise<{ readonly time: number; readonly failed: number }>;
  close(): Promise<void>;
}

/** Opens a page whose processor is that many times slower than the machine's. */
export async function inChromium(
  { browser }: Pick<Context, 'browser'>,
  origin: string,
  slower = 1,
): Promise<Runtime> {
  const { fetching } = await import('../contenders/fetching.ts');
  const page = await (await browser()).newPage();
  await page.goto(origin);
  await page.addScriptTag({ type: 'module', content: await bundle(`import './contenders/page.ts';`) });
  await page.waitForFunction(() => 'tasks' in globalThis);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return {
    name: slower === 1 ? 'Chromium' : `Chromium, ${slower} times slower`,
    contenders: Object.keys(fetching),
    together: (contender, task) =>
      page.evaluate(([name, task]) => tasks.together(tasks.contenders[name] as Contender, task), [
        contender,
        task,
      ] as const),
    inTurn: (names, task) =>
      page.evaluate(
        ([names, task]) =>
          tasks.inTurn(
            Object.fromEntries(names.map((name) => [name, tasks.contenders[name] as Contender])),
            task,
          ),
        [names, task] as const,
      ),
    flood: (contender, task) =>
      page.evaluate(([name, task]) => tasks.flood(tasks.contenders[name] as Contender, task), [
        contender,
        task,
      ] as const),
    close: () => page.close(),
  };
}

/** Runs in this process. */
export async function inNode(origin: string): Promise<Runtime> {
  const { bareMap, fetching, frozen } = await import('../contenders/fetching.ts');
  const { undici } = await import('../contenders/undici.ts');
  const { flood, inTurn, together } = await import('../contenders/tasks.ts');
  const makers = Object.entries({ ...fetching, undici, 'bare Map': bareMap, 'coflight, frozen': frozen });
  const contenders: Record<string, Contender> = Object.fromEntries(
    makers.map(([name, make]) => [name, make()] as const),
  );
  const of = (name: string) => contenders[name] as Contender;
  const there = <Task extends { url: string }>(task: Task) => ({ ...task, url: origin + task.url });
  return {
    name: 'Node',
    contenders: [...Object.keys(fetching), 'undici'],
    together: (contender, task) => together(of(contender), there(task)),
    inTurn: (names, task) => inTurn(Object.fromEntries(names.map((name) => [name, of(name)])), there(task)),
    flood: (contender, task) => flood(of(contender), there(task)),
    close: async () => {},
  };
}
