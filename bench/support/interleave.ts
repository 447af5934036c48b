/**
 * Runs the contenders in turn, round after round, so that a busy machine slows all of them. Each round begins with
 * another contender. The first round warms up and is not counted.
 *
 * @returns the samples of each contender, in the order of the contenders
 */
export async function interleave<Name extends string>(
  contenders: Readonly<Record<Name, () => number | Promise<number>>>,
  rounds: number,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  for (let round = 0; round <= rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length] as Name;
      const sample = await contenders[name]();
      if (round > 0) samples[name].push(sample);
    }
  }
  return samples;
}
