import { type DependencyList, useCallback, useEffect, useRef, useState } from 'react';
import { reuseEqual } from '#core/reuse-equal.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { watchQuery } from '#storage/watch-query.ts';
import { trackQuery, batchUpdate } from './batch-updates.ts';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;

type Query<T> = () => Promise<T> | T;

/**
 * Watches a query until the returned function is called. The first result is shown at once, later ones together with
 * those of other queries. While the database can't be read, the query is retried.
 */
function keepWatching<T>(query: Query<T>, next: (value: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: () => void = () => undefined;
  let failures = 0;
  let isFirst = true;
  let stopped = false;
  const watch = () => {
    stop = watchQuery(async () => (isFirst ? query() : trackQuery(query)), {
      next(value) {
        failures = 0;
        if (isFirst) next(value);
        else batchUpdate(() => !stopped && next(value));
        isFirst = false;
      },
      error(error) {
        stop();
        if (failures === 0) reportError(error);
        timer = setTimeout(watch, Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS));
        failures += 1;
      },
    });
  };
  watch();
  return () => {
    stopped = true;
    clearTimeout(timer);
    stop();
  };
}

/**
 * `useState` whose updater runs at once. With what is the same as before, nothing renders; React would render the component
 * to find that out.
 */
function useOffered<T>(first?: () => T | undefined): [T | undefined, (update: (before: T | undefined) => T) => void] {
  const [value, setValue] = useState(first);
  const latest = useRef(value);
  const offer = useCallback((update: (before: T | undefined) => T) => {
    const next = update(latest.current);
    if (Object.is(next, latest.current)) return;
    latest.current = next;
    setValue(() => next);
  }, []);
  return [value, offer];
}

/**
 * The result of a database query, updated after every change to what it read. `undefined` until the first result. What
 * is equal to the previous result stays the same object, so nothing that shows only that renders again. If
 * the database can't be read, for example on a full disk, the last result stays and the query is retried. The error is
 * reported once. `reuse`: how a result takes over parts of the previous one.
 */
export function useLiveQuery<T>(
  query: Query<T>,
  deps: DependencyList,
  reuse: (before: T | undefined, next: T) => T = reuseEqual,
): T | undefined {
  const [answer, offer] = useOffered<T>();
  useEffect(
    () => keepWatching(query, (value) => offer((before) => reuse(before, value))),
    // oxlint-disable-next-line react/exhaustive-deps -- the caller names what the query depends on
    deps,
  );
  return answer;
}

interface SharedQuery {
  answer: unknown;
  listeners: Set<(answer: unknown) => void>;
  stop: () => void;
}

const shared = new WeakMap<BatonDatabase, Map<string, SharedQuery>>();

function shareQuery(db: BatonDatabase, name: string, query: Query<unknown>, listener: (answer: unknown) => void) {
  const queries = shared.get(db) ?? new Map<string, SharedQuery>();
  shared.set(db, queries);
  const known = queries.get(name);
  const one = known ?? { answer: undefined, listeners: new Set(), stop: () => undefined };
  one.listeners.add(listener);
  if (known) listener(known.answer);
  else {
    queries.set(name, one);
    one.stop = keepWatching(query, (value) => {
      const next: unknown = reuseEqual(one.answer, value);
      if (Object.is(next, one.answer)) return;
      one.answer = next;
      for (const notify of one.listeners) notify(one.answer);
    });
  }
  return () => {
    one.listeners.delete(listener);
    if (one.listeners.size > 0) return;
    one.stop();
    queries.delete(name);
  };
}

const whole = (answer: unknown): never => answer as never;

/**
 * `useLiveQuery` for what several components read at the same time: the query runs once for all that give the same
 * `name`, which says everything that the query depends on. `pick`: the part that is needed here; without a change to it,
 * nothing renders again.
 */
export function useSharedQuery<T, Part = T>(
  db: BatonDatabase,
  name: string,
  query: Query<T>,
  pick: (answer: T) => Part = whole,
): Part | undefined {
  const [part, offer] = useOffered(() => {
    const answer = shared.get(db)?.get(name)?.answer;
    return answer === undefined ? undefined : pick(answer as T);
  });
  useEffect(
    () =>
      shareQuery(db, name, query, (answer) => {
        if (answer !== undefined) offer((before) => reuseEqual(before, pick(answer as T)));
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- the name stands for the query
    [db, name],
  );
  return part;
}
