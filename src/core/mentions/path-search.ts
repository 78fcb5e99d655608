import { foldPath, lettersOf, scorePath } from './match-path.ts';

export interface FoundPath {
  path: string;
  /** Compares with those of other searches for the same query. */
  score: number;
}

export interface PathSearch {
  /** The best matches, best first. Rejects with the signal's reason when another query has taken its place. */
  find(query: string, max: number, signal: StopSignal): Promise<FoundPath[]>;
  readonly size: number;
}

/** The part of an `AbortSignal` that is used here. */
interface StopSignal {
  throwIfAborted(): void;
}

/** When to let others work, and how. */
export interface Pace {
  now(): number;
  pause(): Promise<void>;
}

/** Below what a key may cost, with room for drawing what was found. */
const SLICE_MS = 5;
/** Between two looks at the clock. */
const STRIDE = 256;

interface Entry {
  path: string;
  folded: string;
  letters: number;
}

/**
 * Searches a list of paths, one per line, in slices, so that no key waits for it. A query that continues the one before it
 * only looks at what that one found.
 */
export function createPathSearch(lines: string, pace: Pace): PathSearch {
  const entries: Entry[] = [];
  let read = 0;
  let narrowed: { query: string; found: readonly Entry[] } | null = null;

  /** Calls `work` until it returns false, with a pause whenever a slice is over. */
  async function inSlices(work: () => boolean, signal: StopSignal): Promise<void> {
    let end = pace.now() + SLICE_MS;
    for (let count = 1; work(); count++) {
      if (count % STRIDE !== 0 || pace.now() < end) continue;
      await pace.pause();
      signal.throwIfAborted();
      end = pace.now() + SLICE_MS;
    }
  }

  function readNext(): boolean {
    if (read >= lines.length) return false;
    const end = lines.indexOf('\n', read);
    const path = lines.slice(read, end < 0 ? lines.length : end);
    read = end < 0 ? lines.length : end + 1;
    const folded = foldPath(path);
    entries.push({ path, folded, letters: lettersOf(folded) });
    return true;
  }

  return {
    get size() {
      return entries.length;
    },
    async find(query, max, signal) {
      signal.throwIfAborted();
      await inSlices(readNext, signal);
      const wanted = foldPath(query);
      const letters = lettersOf(wanted);
      const among = narrowed && wanted.startsWith(narrowed.query) ? narrowed.found : entries;
      const found: Entry[] = [];
      const best: { entry: Entry; score: number }[] = [];
      let at = 0;
      await inSlices(() => {
        const entry = among[at++];
        if (!entry) return false;
        if ((entry.letters & letters) !== letters) return true;
        const score = scorePath(entry.folded, wanted);
        if (score === 0) return true;
        found.push(entry);
        addBest(best, entry, score, max);
        return true;
      }, signal);
      narrowed = { query: wanted, found };
      return best.map(({ entry: { path }, score }) => ({ path, score }));
    },
  };
}

/** Keeps the list sorted. Equal ones keep their order. */
function addBest(best: { entry: Entry; score: number }[], entry: Entry, score: number, max: number): void {
  const last = best.at(-1);
  if (best.length >= max && last && score <= last.score) return;
  let [low, high] = [0, best.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((best[middle]?.score ?? 0) >= score) low = middle + 1;
    else high = middle;
  }
  best.splice(low, 0, { entry, score });
  if (best.length > max) best.pop();
}
