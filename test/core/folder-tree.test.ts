import { array, assert, constantFrom, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_FOLDER_DEPTH, withAncestors, validFolders, type Folder } from '#core/folder-tree.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** As two devices could have left them: cycles, gaps, too deep, duplicates. */
const folders = array(
  record({ id: constantFrom(...NAMES), parent: constantFrom(null, 'gone', ...NAMES), createdAt: nat(3) }),
  { maxLength: 8 },
).map((rows) => rows.map((row): Folder => ({ ...row, name: row.id })));

function depthOf(all: readonly Folder[], folder: Folder): number {
  let depth = 1;
  for (let at: Folder | undefined = folder; at?.parent != null; depth++) {
    if (depth > all.length) return Infinity;
    const { parent }: Folder = at;
    at = all.find(({ id }) => id === parent);
  }
  return depth;
}

const folder = (id: string, parent: string | null, createdAt = 0): Folder => ({ id, name: id, parent, createdAt });

describe('folders of any origin', () => {
  it('become a tree that is not too deep, and none is lost', () => {
    assert(
      property(folders, (all) => {
        const sound = validFolders(all);
        const ids = sound.map(({ id }) => id);
        expect(new Set(ids)).toEqual(new Set(all.map(({ id }) => id)));
        expect(new Set(ids).size).toBe(ids.length);
        for (const one of sound) {
          expect(one.parent === null || ids.includes(one.parent)).toBe(true);
          expect(depthOf(sound, one)).toBeLessThanOrEqual(MAX_FOLDER_DEPTH);
        }
      }),
    );
  });

  it('stay as they are once they are sound', () => {
    assert(
      property(folders, (all) => {
        const sound = validFolders(all);
        expect(validFolders(sound)).toEqual(sound);
      }),
    );
  });

  it('come out of a circle where the oldest of it is', () => {
    const circle = [folder('a', 'b', 2), folder('b', 'c', 1), folder('c', 'a', 3), folder('d', 'a', 4)];
    const parents = Object.fromEntries(validFolders(circle).map(({ id, parent }) => [id, parent]));
    expect(parents).toEqual({ b: null, a: 'b', c: 'a', d: 'a' });
  });

  it('are held at the third level', () => {
    const deep = [folder('a', null), folder('b', 'a'), folder('c', 'b'), folder('d', 'c'), folder('e', 'd')];
    const parents = Object.fromEntries(validFolders(deep).map(({ id, parent }) => [id, parent]));
    expect(parents).toEqual({ a: null, b: 'a', c: 'b', d: 'b', e: 'b' });
  });
});

it('the folders named come with all above them, and nothing else', () => {
  const all = [folder('a', null), folder('b', 'a'), folder('c', 'b'), folder('x', 'a')];
  expect(withAncestors(all, new Set(['b', 'gone'])).map(({ id }) => id)).toEqual(['a', 'b']);
});
