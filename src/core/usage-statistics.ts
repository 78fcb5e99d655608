import type { Usage } from './usage.ts';
import type { Vendor } from './vendor.ts';

/** What one answer, or one request without an answer, consumed. */
export interface UsageEntry {
  /** Milliseconds since 1970, UTC. */
  at: number;
  sessionId: string;
  connection: string;
  vendor: Vendor;
  model: string;
  usage: Usage;
  /** USD; `null` when the price is unknown. */
  cost: number | null;
}

export interface UsageSum {
  answers: number;
  /** Tokens. `input` includes the cached ones. */
  input: number;
  output: number;
  cached: number;
  /** USD of the answers that have a price. */
  cost: number;
  /** Answers without a price. */
  unpriced: number;
  /** Answers that broke off, so their tokens are estimated. */
  estimated: number;
}

/** A period of time; `to` is exclusive. */
export interface Bucket {
  from: number;
  to: number;
}

export interface UsageStatistics {
  all: UsageSum;
  /** One per bucket, in the same order. */
  buckets: ReadonlyMap<Vendor, UsageSum>[];
  /** Most expensive first. */
  models: (UsageSum & { vendor: Vendor; model: string; connection: string })[];
  sessions: (UsageSum & { sessionId: string })[];
}

const nothing = (): UsageSum => ({ answers: 0, input: 0, output: 0, cached: 0, cost: 0, unpriced: 0, estimated: 0 });

function add(sum: UsageSum, { usage, cost }: UsageEntry): void {
  sum.answers += 1;
  sum.input += usage.input;
  sum.output += usage.output;
  sum.cached += usage.cacheRead ?? 0;
  if (cost === null) sum.unpriced += 1;
  else sum.cost += cost;
  if (usage.estimated) sum.estimated += 1;
}

/**
 * Adds up entries in any order. Buckets are ascending and do not overlap. Entries outside of every bucket are left out.
 */
export function createUsageCounter(buckets: readonly Bucket[]): {
  add: (entry: UsageEntry) => void;
  read: () => UsageStatistics;
} {
  const all = nothing();
  const vendors = buckets.map(() => new Map<Vendor, UsageSum>());
  const models = new Map<string, UsageSum & { vendor: Vendor; model: string; connection: string }>();
  const sessions = new Map<string, UsageSum & { sessionId: string }>();
  return {
    add(entry) {
      const place = vendors[findBucket(buckets, entry.at)];
      if (!place) return;
      const { vendor, model, connection, sessionId } = entry;
      add(all, entry);
      add(entryOf(place, vendor, nothing), entry);
      add(
        entryOf(models, JSON.stringify([connection, model]), () => ({ ...nothing(), vendor, model, connection })),
        entry,
      );
      add(
        entryOf(sessions, sessionId, () => ({ ...nothing(), sessionId })),
        entry,
      );
    },
    read: () => ({
      all: { ...all },
      buckets: vendors.map((place) => new Map([...place].map(([vendor, sum]) => [vendor, { ...sum }]))),
      models: [...models.values()].toSorted(dearest),
      sessions: [...sessions.values()].toSorted(dearest),
    }),
  };
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

const dearest = (a: UsageSum, b: UsageSum): number =>
  b.cost - a.cost || b.input + b.output - (a.input + a.output) || b.answers - a.answers;

function findBucket(buckets: readonly Bucket[], at: number): number {
  let [low, high] = [0, buckets.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const bucket = buckets[middle];
    if (!bucket || at < bucket.from) high = middle - 1;
    else if (at >= bucket.to) low = middle + 1;
    else return middle;
  }
  return -1;
}
