import type { KeyboardEvent } from 'react';
import type { SessionRow } from '#storage/rows.ts';
import { inlineKey } from '#ui/kit/keyboard/inline-key.ts';
import { isMac } from '#ui/kit/keyboard/shortcut.ts';
import { folderKey } from '#ui/shell/scene/line-key.ts';
import { allSelected, extended, NONE_SELECTED, toggled, type Selection } from '#ui/shell/scene/selection.ts';
import type { ListItem } from './list-items.ts';

interface ListKeys {
  /** Everything except headings: the lines that can have focus. */
  stops: readonly Exclude<ListItem, { kind: 'heading' }>[];
  /** Ids of the conversations in the list. */
  order: readonly string[];
  selection: Selection;
  /** Number of visible lines. */
  page: () => number;
  focus(key: string | undefined): void;
  select(selection: Selection): void;
  /** A folder or the archive. */
  toggle(item: ListItem): void;
  edit(key: string): void;
  remove(item: ListItem): void;
}

/** The list's keyboard: moves, folds, selects, renames and deletes. */
export function listKeys(keys: ListKeys): (event: KeyboardEvent) => void {
  const { stops, order, selection, page, focus, select, toggle, edit, remove } = keys;
  const rowAt = (at: number, by: number): SessionRow | null => {
    for (let index = at + by; index >= 0 && index < stops.length; index += by) {
      const item = stops[index];
      if (item?.kind === 'row') return item.session;
    }
    return null;
  };

  return (event) => {
    const target = event.target instanceof Element ? event.target.closest('[data-item]') : null;
    if (!target || event.target instanceof HTMLInputElement || event.altKey) return;
    const at = stops.findIndex(({ key }) => key === target.getAttribute('data-item'));
    const item = stops[at];
    if (!item) return;
    const mod = event.ctrlKey || event.metaKey;
    const jump = (to: number) => focus(stops[Math.min(stops.length - 1, Math.max(0, to))]?.key);
    const extend = (by: 1 | -1) => {
      const next = rowAt(at, by);
      if (item.kind !== 'row' || !next) return;
      select(extended(selection.ids.size === 0 ? NONE_SELECTED : selection, order, item.key, next.id));
      focus(next.id);
    };
    const open = item.kind !== 'row' && item.open;
    const plain: Record<string, () => void> = {
      ArrowDown: () => jump(at + 1),
      ArrowUp: () => jump(at - 1),
      Home: () => jump(0),
      End: () => jump(stops.length - 1),
      PageDown: () => jump(at + page()),
      PageUp: () => jump(at - page()),
      ArrowRight: () => (item.kind === 'row' ? undefined : open ? jump(at + 1) : toggle(item)),
      ArrowLeft: () => (open ? toggle(item) : focus(aboveOf(item))),
      ...(item.kind === 'row' && { ' ': () => select(toggled(selection, item.key)) }),
      ...(item.kind !== 'archive' && { F2: () => edit(item.key), Delete: () => remove(item) }),
      ...(item.kind !== 'archive' && isMac(navigator.platform) && { Backspace: () => remove(item) }),
      ...(selection.ids.size > 0 && { Escape: () => select(NONE_SELECTED) }),
    };
    const shifted: Record<string, () => void> = { ArrowDown: () => extend(1), ArrowUp: () => extend(-1) };
    const withMod: Record<string, () => void> = { a: () => select(allSelected(order)) };
    // A Hangul layout sends another letter for the same key.
    const key = event.code === 'KeyA' ? 'a' : inlineKey(event.key, event.currentTarget);
    const move = (mod ? (event.shiftKey ? {} : withMod) : event.shiftKey ? shifted : plain)[key];
    if (!move) return;
    event.preventDefault();
    // It would also close the drawer that the list may be in.
    if (key === 'Escape') event.stopPropagation();
    move();
  };
}

/** The folder that contains a line. */
function aboveOf(item: Exclude<ListItem, { kind: 'heading' }>): string | undefined {
  if (item.kind === 'archive') return undefined;
  const above = item.kind === 'folder' ? item.line.folder.parent : item.depth > 0 ? item.session.folder : null;
  if (item.kind === 'row' && item.session.archivedAt !== undefined) return 'archive';
  return above == null ? undefined : folderKey(above);
}
