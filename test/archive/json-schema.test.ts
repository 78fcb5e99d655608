import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sample } from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { histories } from './arbitrary-session.ts';
import { archiveJsonSchema } from './json-schema.ts';
import { written } from './support.ts';

const file = fileURLToPath(new URL('../../public/archive.schema.json', import.meta.url));
const published: { definitions: Record<string, z.core.JSONSchema.JSONSchema> } = JSON.parse(readFileSync(file, 'utf8'));

test('the published schema is what archives are checked with (npm run schema writes it anew)', () => {
  expect(published).toEqual(JSON.parse(JSON.stringify(archiveJsonSchema())));
});

test('every line of an archive is as the published schema says', async () => {
  const definition = (name: string) => z.fromJSONSchema(published.definitions[name] ?? false);
  const kinds = [
    [/^manifest/, definition('manifest')],
    [/^conversations\//, definition('conversationLine')],
    [/^blobs\.ndjson/, definition('blobLine')],
    [/^tool-lists/, definition('toolListLine')],
    [/^library/, definition('libraryLine')],
  ] as const;
  const seen = new Set<unknown>();
  for (const all of sample(histories, { numRuns: 12, seed: 4 })) {
    const files = await written(all);
    for (const name of files.contents.keys()) {
      const schema = kinds.find(([pattern]) => pattern.test(name))?.[1];
      if (!schema) continue;
      const values = name.endsWith('.ndjson') ? files.text(name).split('\n').filter(Boolean) : [files.text(name)];
      for (const value of values) {
        const parsed: { type?: string } = JSON.parse(value);
        seen.add(parsed.type);
        expect(schema.safeParse(parsed).success, `line ${value}`).toBe(true);
      }
    }
  }
  expect(seen.size).toBe(15);
});
