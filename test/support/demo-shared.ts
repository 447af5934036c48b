import { inject } from 'vitest';
import { type Demo, demoAt } from './demo.ts';

/** Returns the demo that serves all test files. */
export async function sharedDemo(): Promise<Demo> {
  const demo = inject('demo');
  if (typeof demo !== 'string') throw new Error(demo.error);
  return demoAt(demo);
}
