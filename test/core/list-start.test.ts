import { describe, expect, it } from 'vitest';
import { ListStart, SplitList } from '#core/list-start.ts';

describe('the start of a list', () => {
  it('stays as it is while lists grow from it in two ways', () => {
    const start = ListStart.of(['a', 'b']);
    const one = start.with(['c', 'd']);
    const other = start.with(['x']);
    expect([start, one, other, one.with(['e']), other.with(['y'])].map((list) => list.slice().join(''))).toEqual([
      'ab',
      'abcd',
      'abx',
      'abcde',
      'abxy',
    ]);
  });

  it('knows what it begins with, by identity', () => {
    const [a, b] = [{}, {}];
    const start = ListStart.of([a, b]);
    expect(start.with([{}]).beginsWith(start)).toBe(true);
    expect(start.beginsWith(start.with([{}]))).toBe(false);
    expect(start.beginsWith(ListStart.of([a]))).toBe(true);
    expect(start.beginsWith(ListStart.of([{}]))).toBe(false);
    expect(start.first(1).with([{}]).beginsWith(start)).toBe(false);
    expect([start.isStartOf([a, b, a]), start.isStartOf([a]), start.isStartOf([b, a])]).toEqual([true, false, false]);
  });

  it('ends where it ends, however long its list is', () => {
    const list = ['a', 'b', 'c'];
    const start = ListStart.within(list, 2);
    list.push('d');
    expect([start.slice(), start.slice(1), start.slice(-1), start.at(2)]).toEqual([
      ['a', 'b'],
      ['b'],
      ['b'],
      undefined,
    ]);
    expect(start.with(['x']).slice()).toEqual(['a', 'b', 'x']);
    expect(list).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('a list in two pieces', () => {
  const list = new SplitList(ListStart.of(['a', 'b']), ['c', 'd']);

  it('reads as one', () => {
    expect(list.length).toBe(4);
    expect([0, 1, 2, 3, 4].map((index) => list.at(index))).toEqual(['a', 'b', 'c', 'd', undefined]);
    for (let from = 0; from <= 4; from++)
      for (let to = from; to <= 4; to++) expect(list.slice(from, to)).toEqual(['a', 'b', 'c', 'd'].slice(from, to));
  });

  it('has starts of any length', () => {
    for (const length of [0, 1, 2, 3, 4]) {
      const start = list.first(length);
      expect(start.slice()).toEqual(['a', 'b', 'c', 'd'].slice(0, length));
      expect(list.beginsWith(start)).toBe(true);
    }
    expect(list.beginsWith(ListStart.of(['a', 'b', 'c', 'x']))).toBe(false);
    expect(list.beginsWith(ListStart.of(['a', 'b', 'c', 'd', 'e']))).toBe(false);
  });
});
