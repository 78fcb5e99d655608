import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DEFAULT_CONFIGURATION } from '#core/reliability/configuration.ts';
import { configurationJsonSchema } from './json-schema.ts';

const file = fileURLToPath(new URL('../../../public/config.schema.json', import.meta.url));
const written: z.core.JSONSchema.JSONSchema = JSON.parse(readFileSync(file, 'utf8'));

test('the schema for editors is the one the host checks with (npm run schema writes it anew)', () => {
  expect(written).toEqual(configurationJsonSchema());
});

test('the file accepts what may be written and refuses what may not', () => {
  const schema = z.fromJSONSchema(written);
  const accepts = (value: unknown) => schema.safeParse(value).success;
  expect(accepts({})).toBe(true);
  expect(accepts({ $schema: './config.schema.json', version: 1, ...DEFAULT_CONFIGURATION })).toBe(true);
  expect(accepts({ disabled_hooks: ['anthropic-auto-compact'] })).toBe(true);
  expect(accepts({ disabled_hooks: ['no-such-hook'] })).toBe(false);
  expect(accepts({ experimental: { preemptive_compaction_threshold: 0.49 } })).toBe(false);
  expect(accepts({ experimental: { bogus: true } })).toBe(false);
});
