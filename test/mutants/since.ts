import { execFileSync } from 'node:child_process';

/** Returns the lines of a room that have changed since a commit, as Stryker takes them. */
export function linesSince(commit: string, room: string): string[] {
  const args = ['diff', '-U0', '--no-color', commit, '--', `src/${room}`];
  const changed: string[] = [];
  let file = '';
  for (const line of execFileSync('git', args, { encoding: 'utf8' }).split('\n')) {
    file = /^\+\+\+ b\/(.+\.ts)$/.exec(line)?.[1] ?? file;
    const [, start, count = '1'] = /^@@ .* \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (start && count !== '0') changed.push(`${file}:${start}-${Number(start) + Number(count) - 1}`);
  }
  return changed;
}
