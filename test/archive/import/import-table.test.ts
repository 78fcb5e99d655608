import { expect, it, vi } from 'vitest';
import type * as Fields from '#archive/import/base/fields.ts';
import { importTable } from './import-table.ts';

vi.mock('#archive/import/base/fields.ts', async (load) => {
  const fields = await load<typeof Fields>();
  const { notingTracker } = await import('./import-table.ts');
  return { ...fields, createFieldTracker: notingTracker(fields.createFieldTracker) };
});

it('docs/imports.md is what the importers read', async () => {
  await expect(await importTable()).toMatchFileSnapshot('../../../docs/imports.md');
});
