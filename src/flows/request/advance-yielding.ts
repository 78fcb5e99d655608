/**
 * Advances piece by piece, and lets the page draw and react in between. `advance` gets what it returned before, and
 * returns `null` at the end.
 */
export async function advanceYielding(advance: (from: number) => number | null): Promise<void> {
  for (let at = advance(0); at !== null; at = advance(at)) await nextTask();
}

function nextTask(): Promise<void> {
  return 'scheduler' in globalThis ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
}
