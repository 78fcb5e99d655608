import type { ReactNode } from 'react';
import { foldText } from '#storage/title-search.ts';

export interface PaletteItem {
  key: string;
  label: string;
  /** Other words that match it. */
  keywords?: string;
  icon: ReactNode;
  /** Shown at the end of the line: a shortcut, a vendor. */
  note?: string;
  /** `run` sets the focus, which otherwise returns to its previous place. */
  focuses?: true;
  run: () => void;
}

export interface PaletteGroup {
  key: string;
  label: string;
  items: PaletteItem[];
  /** How many to show while nothing is typed. */
  unasked: number;
}

const SHOWN_FOUND = 30;

/**
 * Narrows every group to the entries that contain all words. A match at the start of a label comes first, otherwise the
 * given order stays. Groups with the best match come first; empty ones are left out.
 */
export function findInPalette(groups: readonly PaletteGroup[], query: string): PaletteGroup[] {
  const folded = foldText(query.trim());
  const words = folded.split(/\s+/u).filter(Boolean);
  if (words.length === 0) {
    return groups.flatMap((group) => {
      const items = group.items.slice(0, group.unasked);
      return items.length > 0 ? [{ ...group, items }] : [];
    });
  }
  const rankOf = (item: PaletteItem): number | null => {
    const label = foldText(item.label);
    const text = `${label} ${foldText(item.keywords ?? '')}`;
    if (!words.every((word) => text.includes(word))) return null;
    return label.startsWith(folded) ? 0 : label.includes(folded) ? 1 : 2;
  };
  return groups
    .flatMap((group) => {
      const ranked = group.items.flatMap((item) => {
        const rank = rankOf(item);
        return rank === null ? [] : [{ item, rank }];
      });
      ranked.sort((a, b) => a.rank - b.rank);
      const best = ranked[0]?.rank;
      if (best === undefined) return [];
      return [{ best, group: { ...group, items: ranked.slice(0, SHOWN_FOUND).map((one) => one.item) } }];
    })
    .sort((a, b) => a.best - b.best)
    .map((one) => one.group);
}
