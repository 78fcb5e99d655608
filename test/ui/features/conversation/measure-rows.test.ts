// @vitest-environment jsdom
import { Virtualizer, elementScroll, observeElementOffset, observeElementRect } from '@tanstack/react-virtual';
import { expect, it } from 'vitest';
import { createRowMeasure } from '#ui/features/conversation/list/measure-rows.ts';

/** Rows of known heights, and a page that lays them out when one is read after another was moved. */
function openRows(heights: readonly number[]) {
  let moved = true;
  let layouts = 0;
  const parent = document.createElement('div');
  const rows = heights.map((height, index) => {
    const row = document.createElement('div');
    row.dataset['index'] = String(index);
    Object.defineProperty(row, 'offsetHeight', {
      get: () => {
        if (moved) layouts += 1;
        moved = false;
        return height;
      },
    });
    parent.append(row);
    return row;
  });
  const list = new Virtualizer<HTMLDivElement, HTMLDivElement>({
    count: heights.length,
    getScrollElement: () => null,
    estimateSize: () => 100,
    measureElement: createRowMeasure(),
    onChange: () => {
      moved = true;
    },
    scrollToFn: elementScroll,
    observeElementOffset,
    observeElementRect,
  });
  document.body.append(parent);
  list.getVirtualItems();
  return { rows, list, layouts: () => layouts };
}

it('lays the page out once for all rows that come in together', () => {
  const heights = [80, 220, 60, 140, 300];
  const { rows, list, layouts } = openRows(heights);
  for (const row of rows) list.measureElement(row);
  expect(rows.map((_, index) => list.itemSizeCache.get(index))).toEqual(heights);
  expect(layouts()).toBe(1);
});

it('takes a height that was observed later', () => {
  const { rows, list } = openRows([80, 220]);
  const [row] = rows;
  if (!row) throw new Error('no row');
  for (const one of rows) list.measureElement(one);
  const box = { inlineSize: 0, blockSize: 90 };
  const entry = { target: row, borderBoxSize: [box] } as unknown as ResizeObserverEntry;
  expect(list.options.measureElement(row, entry, list)).toBe(90);
  list.resizeItem(0, 90);
  expect(list.options.measureElement(row, undefined, list)).toBe(90);
});
