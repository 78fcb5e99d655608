import { expect, it } from 'vitest';
import { deferCalls, loadOnce } from '#core/load-once.ts';

interface Counter {
  add: (by: number) => Promise<number>;
  reset: () => void;
}

function createCounter(): Counter {
  let total = 0;
  return {
    add: async (by) => (total += by),
    reset() {
      total = 0;
    },
  };
}

it('loads once, however many ask, and again after a failure', async () => {
  const loads: number[] = [];
  const thing = loadOnce(async () => {
    loads.push(loads.length);
    if (loads.length === 1) throw new Error('no host');
    return 'here';
  });
  expect(thing.loading()).toBeNull();
  const first = [thing.get(), thing.get()];
  expect((await Promise.allSettled(first)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([thing.get(), thing.get()])).toEqual(['here', 'here']);
  expect(loads).toHaveLength(2);
});

it('deferred calls reach the object in their order, with its results', async () => {
  const counter = deferCalls(loadOnce(async () => createCounter()).get);
  const one = counter.add(1);
  counter.reset();
  const two = counter.add(2);
  expect(await one).toBe(1);
  expect(await two).toBe(2);
});

it('a deferred object is not taken for a promise, and its methods stay the same', async () => {
  const counter = deferCalls(loadOnce(async () => createCounter()).get);
  expect(await Promise.resolve(counter)).toBe(counter);
  expect(counter.add).toBe(counter.add);
});

it('a call rejects when the object cannot be loaded, and the next one tries again', async () => {
  let isThere = false;
  const load = async () => {
    if (!isThere) throw new Error('no host');
    return createCounter();
  };
  const counter = deferCalls(loadOnce(load).get);
  await expect(counter.add(1)).rejects.toThrow('no host');
  isThere = true;
  expect(await counter.add(1)).toBe(1);
});
