/** What one task may draw, as `cost.ts` of Markdown counts it. */
interface Waiting {
  cost: number;
  run: () => void;
}

const queue = new Set<Waiting>();
let scheduled = false;

/** After the next frame, so that what was drawn before is laid out and painted in a task of its own. */
function schedule(): void {
  if (scheduled || queue.size === 0) return;
  scheduled = true;
  if (document.hidden) setTimeout(takeTurn);
  else {
    requestAnimationFrame(() => setTimeout(takeTurn));
    document.addEventListener('visibilitychange', goOn, { once: true });
  }
}

/** A page that was hidden meanwhile gets no frame. */
function goOn(): void {
  if (scheduled) setTimeout(takeTurn);
}

function takeTurn(): void {
  if (!scheduled) return;
  scheduled = false;
  let left = 1;
  for (const waiting of queue) {
    if (left <= 0) break;
    queue.delete(waiting);
    left -= waiting.cost;
    waiting.run();
  }
  schedule();
}

/**
 * Runs what draws in a turn of its own, one turn for each frame: all texts of the page together never draw more than
 * that at once. `cost` is the part of a turn that it takes. Returns how to call it off.
 */
export function nextTurn(run: () => void, cost = 1): () => void {
  const waiting = { cost, run };
  queue.add(waiting);
  schedule();
  return () => void queue.delete(waiting);
}
