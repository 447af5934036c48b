import type { Reporter, TestCase } from 'vitest/node';

/** Lists the tests that passed at a second try only, with their errors. Each is a bug, of the test or of what it tests. */
export default class FlakyTests implements Reporter {
  readonly #lines: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    this.#lines.push(`  ${test.module.relativeModuleId} > ${test.fullName}`);
    for (const { message, diff = '' } of test.result().errors ?? []) this.#lines.push(message, diff);
  }

  onTestRunEnd(): void {
    if (this.#lines.length)
      console.log(['\nFlaky: failed once, passed at the second try.', ...this.#lines].join('\n'));
  }
}
