import { describe, expect, it } from 'vitest';
import { findInPalette, type PaletteGroup, type PaletteItem } from '#ui/shared/palette/palette-groups.ts';

const item = (label: string, keywords?: string): PaletteItem => ({
  key: label,
  label,
  icon: null,
  run: () => undefined,
  ...(keywords !== undefined && { keywords }),
});
const groups: PaletteGroup[] = [
  {
    key: 'sessions',
    label: 'Conversations',
    unasked: 2,
    items: ['설치 방법', 'New York', 'Old', 'Renew'].map((one) => item(one)),
  },
  { key: 'actions', label: 'Actions', unasked: 1, items: [item('New chat'), item('한국어', 'Korean 언어')] },
  { key: 'models', label: 'Models', unasked: 0, items: [item('Claude Opus')] },
];
const labels = (query: string) => findInPalette(groups, query).map((group) => group.items.map((one) => one.label));

describe('findInPalette', () => {
  it('shows a few of each group while nothing is typed', () => {
    expect(labels('  ')).toEqual([['설치 방법', 'New York'], ['New chat']]);
  });

  it('finds by every word, the beginning of a label first', () => {
    expect(labels('new')).toEqual([['New York', 'Renew'], ['New chat']]);
    expect(labels('york new')).toEqual([['New York']]);
    expect(labels('korean')).toEqual([['한국어']]);
    expect(labels('opus')).toEqual([['Claude Opus']]);
    expect(labels('nothing')).toEqual([]);
  });

  it('finds Hangul however it was composed', () => {
    expect(labels('설치'.normalize('NFD'))).toEqual([['설치 방법']]);
  });

  it('keeps the order of the groups unless another has the better match', () => {
    expect(findInPalette(groups, 'chat').map((group) => group.key)).toEqual(['actions']);
    expect(findInPalette(groups, 'new').map((group) => group.key)).toEqual(['sessions', 'actions']);
  });
});
