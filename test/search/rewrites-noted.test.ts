import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A call that replaces or removes messages: `db.messages.bulkPut(…)`, `messagesOf(db, id).delete()`. */
const REWRITES = /\bmessages(Of\([^()]*\))?\.(bulkPut|bulkDelete|put|delete|clear)\(/;
/** Replaces messages only as long as they grow. The search keeps none of these. */
const GROWING = 'src/storage/write-messages.ts';

it('who replaces or removes complete messages notes it for what the search keeps', () => {
  const rewriting = globSync('src/**/*.ts', { cwd: root })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name !== GROWING && REWRITES.test(readFileSync(join(root, name), 'utf8')));
  const noting = rewriting.filter((name) => readFileSync(join(root, name), 'utf8').includes('await noteRewritten('));
  expect(rewriting).toEqual(noting);
  expect(rewriting).toContain('src/storage/complete-session.ts');
});
