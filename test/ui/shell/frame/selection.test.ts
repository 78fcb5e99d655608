import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allSelected, extended, NONE_SELECTED, onlyListed, toggled } from '#ui/shell/scene/selection.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const id = constantFrom(...ORDER);

describe('a selection', () => {
  it('goes from where it began to where the range ends, in both directions', () => {
    const begun = toggled(NONE_SELECTED, 'c');
    expect([...extended(begun, ORDER, 'x', 'e').ids]).toEqual(['c', 'd', 'e']);
    expect([...extended(extended(begun, ORDER, 'x', 'e'), ORDER, 'x', 'a').ids]).toEqual(['a', 'b', 'c']);
    expect([...extended(NONE_SELECTED, ORDER, 'b', 'c').ids]).toEqual(['b', 'c']);
  });

  it('is the same after the same click twice', () => {
    assert(
      property(array(id), id, (clicks, one) => {
        const before = clicks.reduce(toggled, NONE_SELECTED);
        expect(toggled(toggled(before, one), one).ids).toEqual(before.ids);
      }),
    );
  });

  it('never holds what is not in the list', () => {
    assert(
      property(array(id), array(id), id, (listed, clicks, to) => {
        const order = [...new Set(listed)];
        const retained = onlyListed(clicks.reduce(toggled, NONE_SELECTED), order);
        expect([...retained.ids].every((one) => order.includes(one))).toBe(true);
        expect([...extended(retained, order, to, to).ids].every((one) => order.includes(one))).toBe(true);
      }),
    );
    expect(allSelected(ORDER).ids.size).toBe(5);
  });
});
