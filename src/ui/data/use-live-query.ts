import { type DependencyList, useEffect, useState } from 'react';
import { reuseEqual } from '#core/reuse-equal.ts';
import { watchQuery } from '#storage/watch-query.ts';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;

/**
 * The result of a database query, updated after every change to what it read. `undefined` until the first result. What
 * is equal to the previous result stays the same object, so nothing that shows only that renders again. If
 * the database can't be read, for example on a full disk, the last result stays and the query is retried. The error is
 * reported once.
 */
export function useLiveQuery<T>(query: () => Promise<T> | T, deps: DependencyList): T | undefined {
  const [answer, setAnswer] = useState<T>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop: () => void = () => undefined;
    let failures = 0;
    const watch = () => {
      stop = watchQuery(async () => query(), {
        next(value) {
          failures = 0;
          setAnswer((before) => reuseEqual(before, value));
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
      clearTimeout(timer);
      stop();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the caller names what the query depends on
  }, deps);
  return answer;
}
