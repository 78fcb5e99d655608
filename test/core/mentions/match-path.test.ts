import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { foldPath, lettersOf, scorePath } from '#core/mentions/match-path.ts';
import { createPathSearch } from '#core/mentions/path-search.ts';

const score = (path: string, query: string) => scorePath(foldPath(path), foldPath(query));
const rank = (query: string, paths: readonly string[]) =>
  paths.filter((path) => score(path, query) > 0).toSorted((a, b) => score(b, query) - score(a, query));

const isSubsequence = (query: string, text: string): boolean => {
  let at = 0;
  for (const letter of text) if (letter === query.charAt(at)) at++;
  return at === query.length;
};
const name = fc.stringMatching(/^[a-d._-]{1,6}$/);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const query = fc.stringMatching(/^[a-d./_-]{1,5}$/);

describe('matching a path', () => {
  it('finds exactly the paths that have the letters in their order', () => {
    fc.assert(
      fc.property(path, query, (one, typed) => {
        expect(score(one, typed) > 0).toBe(isSubsequence(typed, one));
      }),
    );
  });

  it('never leaves out a path for its letters that would match', () => {
    fc.assert(
      fc.property(path, query, (one, typed) => {
        const needed = lettersOf(typed);
        expect(score(one, typed) === 0 || (lettersOf(one) & needed) === needed).toBe(true);
      }),
    );
  });

  test.each([
    ['app', ['src/app.ts', 'src/app-shell.ts', 'src/my-app.ts', 'app/src/index.ts', 'src/a/p/pump.ts']],
    ['srap', ['src/app.ts', 'scripts/restart-map.ts']],
    ['box', ['src/box.ts', 'src/ui/box.tsx', 'src/ui/sandbox.ts', 'box/readme.md']],
    ['ui/bo', ['src/ui/box.tsx', 'src/gui/boxes.ts']],
    ['APP', ['src/App.tsx']],
  ])('%j ranks what is meant first', (typed, paths) => {
    expect(rank(typed, paths.toReversed())).toEqual(paths);
  });

  it('finds Korean names by whole syllables, by one that is being typed, and by initials, however they are stored', () => {
    const stored = '문서/회의록.md'.normalize('NFD');
    for (const typed of ['회의록', '회의', '회', 'ㅎ', 'ㅎㅇㄹ', '문서/회', '문서/회의로'])
      expect([typed, score(stored, typed) > 0]).toEqual([typed, true]);
    expect(score(stored, '보고')).toBe(0);
  });

  it('shows what is near the top when nothing is typed yet', () => {
    expect(rank('', ['.git', 'src/ui/', 'src/', 'readme.md'])).toEqual(['src/', 'readme.md', '.git', 'src/ui/']);
  });
});

describe('searching a list', () => {
  const { signal } = new AbortController();
  const still = { now: () => 0, pause: () => Promise.reject(new Error('nothing is long enough for a pause')) };

  it('finds the same whether it was narrowed or asked at once, in slices or not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(path, { maxLength: 40 }), query, async (paths, typed) => {
        let clock = 0;
        const sliced = createPathSearch(paths.join('\n'), { now: () => (clock += 9), pause: () => Promise.resolve() });
        const narrowed = createPathSearch(paths.join('\n'), still);
        for (let end = 1; end < typed.length; end++) await narrowed.find(typed.slice(0, end), 3, signal);
        const expected = await createPathSearch(paths.join('\n'), still).find(typed, 3, signal);
        expect(await narrowed.find(typed, 3, signal)).toEqual(expected);
        expect(await sliced.find(typed, 3, signal)).toEqual(expected);
        expect(expected.map((one) => one.path)).toEqual(rank(typed, paths).slice(0, 3));
      }),
    );
  });

  it('lets others work after a few milliseconds, and stops for the next key', async () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => `src/file-${at}.ts`).join('\n');
    const stop = new AbortController();
    let [clock, pauses] = [0, 0];
    const search = createPathSearch(lines, {
      now: () => (clock += 3),
      pause: async () => {
        pauses++;
        if (pauses === 3) stop.abort(new Error('another key'));
      },
    });
    await expect(search.find('file', 10, stop.signal)).rejects.toThrow('another key');
    expect(pauses).toBe(3);
    expect(await search.find('file-4999', 10, signal)).toMatchObject([{ path: 'src/file-4999.ts' }]);
    expect(search.size).toBe(5_000);
  });
});
