import { array, assert, boolean, constantFrom, integer, nat, option, property, record, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlineFolders, type Folder } from '#core/folder-tree.ts';
import type { SessionRow } from '#storage/rows.ts';
import { listItems, sessionMatcher, type ListView } from '#ui/shell/sidebar/list-items.ts';
import { isTagOn, toggleTag } from '#ui/shell/sidebar/tag-token.ts';
import { sessionRow } from '#test/fakes/session-row.ts';

const NOW = new Date(2026, 10, 21, 12).getTime();
const NAMES = ['a', 'b', 'c', 'd'];

const session = (id: string, change: Partial<SessionRow> = {}): SessionRow =>
  sessionRow(id, { title: `Title ${id}`, createdAt: NOW, updatedAt: NOW, ...change });
const folder = (id: string, parent: string | null = null): Folder => ({ id, name: id, parent, createdAt: 1 });
const outline = (folders: readonly Folder[]) => outlineFolders(folders, (a, b) => a.localeCompare(b));
const view = (change: Partial<ListView> = {}): ListView => ({
  folders: [],
  folded: new Set(),
  archiveOpen: true,
  query: '',
  now: NOW,
  ...change,
});
const lines = (sessions: readonly SessionRow[], change: Partial<ListView>) =>
  listItems(sessions, view(change)).map((item) =>
    item.kind === 'row'
      ? `${' '.repeat(item.depth)}${item.key}`
      : item.kind === 'heading'
        ? `= ${item.of.kind}`
        : item.kind === 'folder'
          ? `${' '.repeat(item.line.depth - 1)}${item.open ? '-' : '+'} ${item.line.folder.id} ${item.count}`
          : `${item.open ? '-' : '+'} archive ${item.count}`,
  );

/** As two devices may have left them: cycles, removed folders, everything pinned and archived at once. */
const anything = record({
  sessions: uniqueArray(
    record({
      id: constantFrom(...Array.from({ length: 9 }, (_, index) => `s${index}`)),
      folder: option(constantFrom('gone', ...NAMES), { nil: undefined }),
      pinned: constantFrom(0 as const, 1 as const),
      archivedAt: option(nat(9), { nil: undefined }),
      updatedAt: integer({ min: 0, max: NOW }),
    }),
    { selector: ({ id }) => id, maxLength: 9 },
  ),
  folders: array(
    record({ id: constantFrom(...NAMES), parent: constantFrom(null, 'gone', ...NAMES), createdAt: nat(3) }),
    { maxLength: 6 },
  ),
  folded: array(constantFrom(...NAMES), { maxLength: 4 }),
  archiveOpen: boolean(),
}).map(({ sessions, folders, folded, archiveOpen }) => ({
  sessions: sessions.map(({ id, folder: at, archivedAt, ...rest }) =>
    session(id, { ...rest, ...(at !== undefined && { folder: at }), ...(archivedAt !== undefined && { archivedAt }) }),
  ),
  folders: outline(folders.map((row) => ({ ...row, name: row.id }))),
  folded: new Set(folded),
  archiveOpen,
}));

describe('the list', () => {
  it('shows every conversation in exactly one place, once everything is unfolded', () => {
    assert(
      property(anything, ({ sessions, folders }) => {
        const items = listItems(sessions, view({ folders }));
        const shown = items.flatMap((item) => (item.kind === 'row' ? [item.key] : []));
        expect(shown.toSorted()).toEqual(sessions.map(({ id }) => id).toSorted());
        expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
      }),
    );
  });

  it('counts what folded folders and the archive hide', () => {
    assert(
      property(anything, ({ sessions, ...rest }) => {
        const items = listItems(sessions, view(rest));
        const shown = items.filter(({ kind }) => kind === 'row').length;
        const hidden = items
          .flatMap((item) => ((item.kind === 'folder' || item.kind === 'archive') && !item.open ? [item.count] : []))
          .reduce((sum, count) => sum + count, 0);
        expect(shown + hidden).toBe(sessions.length);
      }),
    );
  });

  it('has pins on top, folders with what is in them, the others by time and the archive at its end', () => {
    const folders = outline([folder('home'), folder('work'), folder('taxes', 'work'), folder('empty')]);
    const sessions = [
      session('plain'),
      session('pinned in work', { pinned: 1, folder: 'work' }),
      session('in taxes', { folder: 'taxes' }),
      session('in work', { folder: 'work' }),
      session('lost', { folder: 'nowhere' }),
      session('away', { archivedAt: 1, folder: 'work' }),
    ];
    expect(lines(sessions, { folders })).toEqual([
      '= pinned',
      'pinned in work',
      '= folders',
      '- empty 0',
      '- home 0',
      '- work 2',
      ' - taxes 1',
      '  in taxes',
      ' in work',
      '= today',
      'plain',
      'lost',
      '- archive 1',
      ' away',
    ]);
    expect(lines(sessions, { folders, folded: new Set(['work']), archiveOpen: false })).toEqual([
      '= pinned',
      'pinned in work',
      '= folders',
      '- empty 0',
      '- home 0',
      '+ work 2',
      '= today',
      'plain',
      'lost',
      '+ archive 1',
    ]);
    expect(lines(sessions, { folders, query: 'folder:work' })).toEqual([
      '= pinned',
      'pinned in work',
      '= today',
      'in taxes',
      'in work',
      '= archived',
      'away',
    ]);
  });
});

describe('what is typed above the list', () => {
  const row = session('x', { title: 'Trip to Jeju', tags: ['Travel', 'two words'] });
  it.each([
    ['jeju trip', true],
    ['tag:travel', true],
    ['tag:"two words" jeju', true],
    ['tag:trav', false],
    ['tag:travel busan', false],
    ['is:archived', false],
    ['folder:home', true],
    // A filter for messages is searched for literally in titles.
    ['role:user', false],
  ])('%j finds it: %s', (query, found) => {
    const matches = sessionMatcher(query, outline([folder('home')]));
    expect(matches({ ...row, folder: 'home' })).toBe(found);
  });

  it('gets a tag and loses it again', () => {
    for (const tag of ['travel', 'two words', '여행'])
      for (const before of ['', 'jeju', 'tag:other jeju']) {
        const on = toggleTag(before, tag);
        expect(isTagOn(on, tag)).toBe(true);
        expect(toggleTag(on, tag.toUpperCase())).toBe(before);
      }
  });
});
