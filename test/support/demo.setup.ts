// One demo serves all test files. Each visit has a link of its own.

import type { TestProject } from 'vitest/node';
import { startDemo } from './demo.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The origin of the demo, or the reason why it did not start. */
    demo: string | { readonly error: string };
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<unknown>) | undefined> {
  try {
    const demo = await startDemo();
    project.provide('demo', demo.origin);
    return () => demo.stop();
  } catch (error) {
    // Most tests do not need it.
    project.provide('demo', { error: String(error) });
    return undefined;
  }
}
