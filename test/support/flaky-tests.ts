import type { Reporter, TestCase } from 'vitest/node';

/** Lists the tests that passed at a second try only. Each of them is a bug, of the test or of what it tests. */
export default class FlakyTests implements Reporter {
  readonly #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.#names.length)
      console.log(['\nFlaky: failed once, passed at the second try.', ...this.#names].join('\n  '));
  }
}
