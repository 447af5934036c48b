// The results as they are kept: a JSON file for each benchmark.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';
import type { Benchmark, Row } from './benchmark.ts';

const results = new URL('../results/', import.meta.url);

export interface Result {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly node: string;
  readonly machine: { readonly cpu: string; readonly cores: number; readonly system: string };
  readonly rows: readonly Row[];
}

const fileOf = (name: string): URL => new URL(`${name}.json`, results);

/** Rounds to four digits. More would be noise in every comparison of two files. */
const round = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;

/** Returns the results that a benchmark has just measured on this machine. */
export function resultOf({ name, title, unit }: Benchmark, rows: readonly Row[]): Result {
  const [{ model = 'unknown' } = {}, ...more] = cpus();
  const machine = { cpu: model.trim(), cores: more.length + 1, system: `${platform()} ${arch()}` };
  return JSON.parse(JSON.stringify({ name, title, unit, node: process.version, machine, rows }, round));
}

/** Writes results to results/<name>.json. */
export function keep(result: Result): void {
  mkdirSync(results, { recursive: true });
  writeFileSync(fileOf(result.name), `${JSON.stringify(result, null, 2)}\n`);
}

/** Returns the committed results of a benchmark, if there are any. */
export function kept(name: string): Result | undefined {
  const file = fileOf(name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
