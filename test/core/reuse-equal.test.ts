import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reuseEqual } from '#core/reuse-equal.ts';

const data = fc.jsonValue();

describe('a result that replaces another', () => {
  it('has the value of the new one, whatever the old one was', () => {
    fc.assert(
      fc.property(data, data, (before, next) => {
        expect(reuseEqual(before, next)).toEqual(next);
      }),
    );
  });

  it('is the old one when both are equal', () => {
    fc.assert(
      fc.property(data, (value) => {
        expect(reuseEqual(value, structuredClone(value))).toBe(value);
      }),
    );
  });

  it('keeps the parts that did not change', () => {
    const before = { title: 'a', target: { model: 'm' }, rows: [{ id: 1 }, { id: 2 }] };
    const next = reuseEqual(before, { title: 'b', target: { model: 'm' }, rows: [{ id: 1 }, { id: 3 }] });
    expect(next.target).toBe(before.target);
    expect(next.rows[0]).toBe(before.rows[0]);
    expect(next.rows).toEqual([{ id: 1 }, { id: 3 }]);
    expect(next.title).toBe('b');
  });

  it('tells an absent field from one that is undefined', () => {
    const next = reuseEqual({ a: undefined }, { b: undefined });
    expect(Object.keys(next)).toEqual(['b']);
  });

  it('takes what is not plain data as it is', () => {
    const next = new Map([['a', 1]]);
    expect(reuseEqual(new Map([['a', 1]]), next)).toBe(next);
  });
});
