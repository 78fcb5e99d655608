import { measureElement, type Virtualizer } from '@tanstack/react-virtual';

type List = Virtualizer<HTMLDivElement, HTMLDivElement>;

/**
 * The height of a row, as `measureElement` of the list. Of the rows that come in together all are read with the first one:
 * every height that is known moves other rows, and reading the next one would lay the page out again.
 */
export function createRowMeasure() {
  const read = new Map<Element, number>();
  return (row: HTMLDivElement, entry: ResizeObserverEntry | undefined, list: List): number => {
    const isKnown = list.itemSizeCache.has(list.options.getItemKey(list.indexFromElement(row)));
    if (entry || isKnown) return measureElement(row, entry, list);
    if (!read.has(row)) {
      read.clear();
      for (const other of row.parentElement?.children ?? [])
        if (other instanceof HTMLElement) read.set(other, other.offsetHeight);
    }
    const height = read.get(row) ?? row.offsetHeight;
    read.delete(row);
    return height;
  };
}
