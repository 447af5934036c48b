/** The platform's own, also where a test controls the timers. */
const { setTimeout } = globalThis;

/** Waits some turns of the event loop, in which everything happens that needs neither the network nor a delay. */
export async function turns(count = 3): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setTimeout(resolve));
}
