import { expect, test } from 'vitest';
import { renderSessionFacts } from '#core/reliability/session-facts.ts';
import { estimateTokens } from '#core/window/estimate-tokens.ts';
import { O200K } from '#core/window/token-weights.ts';

const folder = (path: string, count: number, more = false) => ({
  path,
  entries: Array.from({ length: count }, (_, at) => `folder-${at}/file-${at}.ts`),
  more,
});

test('facts of a conversation say what is known and nothing else', () => {
  expect(renderSessionFacts({ session: 's1', model: null, mode: null, folders: [] }, 1_000)).toEqual([
    '## Session\n- Session: s1',
  ]);
  const folders = [folder('/a', 1, true), folder('/b', 0)];
  expect(renderSessionFacts({ session: 's1', model: 'm', mode: 'ask', folders }, 1_000)).toEqual([
    '## Session\n- Session: s1\n- Model: m\n- Agent mode: ask\n- Working folder: /a\n- Attached folder: /b',
    '## Files in /a\nfolder-0/file-0.ts\n… and more',
  ]);
});

test('what folders hold stays within its tokens, and names stay on their lines', () => {
  const folders = [folder('/a', 500), folder('/b', 500)];
  const [, ...structures] = renderSessionFacts({ session: 's', model: null, mode: null, folders }, 400);
  expect(structures).toHaveLength(2);
  for (const text of structures) expect(estimateTokens(text, O200K)).toBeLessThan(260);
  expect(renderSessionFacts({ session: 's', model: null, mode: null, folders }, 100)).toHaveLength(1);
  const odd = [{ path: '/a\n## Goal', entries: ['x\n- Model: other'], more: false }];
  const text = renderSessionFacts({ session: 's', model: null, mode: null, folders: odd }, 400).join('\n');
  expect(text).not.toMatch(/^## Goal|^- Model/m);
});
