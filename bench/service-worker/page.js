// The benchmark's page: one document with a frame for each worker, so that the workers are measured in turn.

const frames = {};
let count = 0;

/** Opens a frame that the worker of its folder controls, or a frame without a worker. */
async function open([folder, script]) {
  const scope = `/${folder}/`;
  const frame = Object.assign(document.createElement('iframe'), { src: scope });
  const loaded = new Promise((resolve) => {
    frame.onload = resolve;
  });
  document.body.append(frame);
  await loaded;
  const { serviceWorker } = frame.contentWindow.navigator;
  if (script) await serviceWorker.register(scope + script, { scope });
  while (script && !serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 10));
  frames[folder] = frame.contentWindow;
}

/** Returns the milliseconds until all callers have read their body, or the first piece of it. */
async function measure({ worker, folder, size, delay, callers, firstByte }) {
  const path = `/${worker}/${folder}/${count++}`;
  const ask = () => frames[worker].fetch(`${path}?size=${size}&delay=${delay}`);
  const from = performance.now();
  if (firstByte) {
    const reader = (await ask()).body.getReader();
    await reader.read();
    const time = performance.now() - from;
    while (!(await reader.read()).done);
    return { time, path };
  }
  await Promise.all(Array.from({ length: callers }, async () => (await ask()).arrayBuffer()));
  return { time: performance.now() - from, path };
}

const shuffled = (names) =>
  names
    .map((name) => ({ name, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ name }) => name);

/**
 * Each round has a random order: a worker may go on for a moment after its answer, which slows the contender that comes
 * next. A tenth of the rounds warm up.
 */
async function compare({ contenders, rounds }) {
  const names = Object.keys(contenders);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -Math.ceil(rounds / 10); round < rounds; round++)
    for (const name of shuffled(names)) {
      const sample = await measure(contenders[name]);
      if (round >= 0) samples[name].push(sample);
    }
  return samples;
}

/** Runs all groups. Reports the samples, or the error. */
async function run() {
  const { workers, groups } = await (await fetch('/plan')).json();
  await Promise.all(Object.entries(workers).map(open));
  const results = [];
  for (const group of groups) results.push(await compare(group));
  return { results };
}

const outcome = await run().catch((error) => ({ error: String(error) }));
await fetch('/outcome', { method: 'POST', body: JSON.stringify(outcome) });
