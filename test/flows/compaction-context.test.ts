import { expect, test } from 'vitest';
import { createCompactionContext } from '#flows/context/compaction-context.ts';
import type { McpHost } from '#host-client/mcp-host.ts';
import { createSession, changeSessionTools } from '#storage/session-repository.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';

test('instructions beside a summary are those of the roots and on the way to what was changed, asked for once each', async () => {
  const db = await openTestDatabase();
  const asked: unknown[] = [];
  const file = (id: string, itself = false) => ({
    id,
    kind: 'agents' as const,
    path: id,
    text: id,
    unread: 0,
    itself,
    own: false,
  });
  const host: Pick<McpHost, 'contextFiles' | 'outline'> = {
    async contextFiles(session, request) {
      asked.push([session, request]);
      return { files: request.paths.length === 0 ? [file('root')] : [file('inner', true)] };
    },
    outline: async () => ({ folders: [{ path: '/a', entries: [], more: false }] }),
  };
  const port = createCompactionContext({ db, onUnreadableRow: () => undefined, host });
  const { id } = await createSession(db, { target: null, at: 1 });

  expect(await port.agentsFiles(id, ['a.ts'], 1_000)).toEqual([]);
  expect(await port.facts(id)).toEqual({ session: id, model: null, mode: null, folders: [] });
  expect(asked).toEqual([]);

  await changeSessionTools(db, id, (before) => ({ ...before, on: true, mode: 'plan' }));
  expect((await port.agentsFiles(id, ['inner/a.ts'], 1_000)).map(({ path }) => path)).toEqual(['root', 'inner']);
  expect(asked).toEqual([
    [id, { kind: 'agents', paths: [], known: [] }],
    [id, { kind: 'agents', paths: ['inner/a.ts'], known: ['root'] }],
  ]);
  expect(await port.facts(id)).toMatchObject({ mode: 'plan', folders: [{ path: '/a' }] });
});
