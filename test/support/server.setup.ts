import { env } from 'node:process';
import type { TestProject } from 'vitest/node';
import { startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the counting server listens, without a slash at the end. */
    origin: string;
    /** The variables that say how random tests run, for those in pages. */
    env: Readonly<Record<string, string | undefined>>;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const { COFLIGHT_FUZZ, COFLIGHT_SEED } = env;
  project.provide('origin', server.origin);
  project.provide('env', { COFLIGHT_FUZZ, COFLIGHT_SEED });
  return server.close;
}
