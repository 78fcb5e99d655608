// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import type * as english from '#texts/en/transfer.ts';
import type * as table from '#archive/import/importers.ts';
import { HowToGet } from '#ui/features/history/transfer/how-to-get.tsx';
import { OpenedHead } from '#ui/features/history/transfer/opened-head.tsx';
import { read } from '#test/archive/import/reading.ts';
import { render } from '#test/ui/support/render.tsx';

vi.mock('#archive/import/importers.ts', async (original) => {
  const real = await original<typeof table>();
  const { fixture } = await import('./fixture-importer.ts');
  return {
    IMPORTERS: { ...real.IMPORTERS, fixture },
    findImporter: (first: unknown) => (fixture.matches(first) ? ['fixture', fixture] : real.findImporter(first)),
  };
});
vi.mock('#texts/en/transfer.ts', async (original) => {
  const { transfer } = await original<typeof english>();
  return { transfer: { ...transfer, 'program.fixture': 'The Fixture', 'how.fixture': 'Press its button.' } };
});

test('a row reads the exports of its program', async () => {
  const { receipt, of } = await read({ 'any.json': { fixture: 'Hello', unread: 1 } });
  expect(receipt.sources).toEqual({ fixture: { conversations: 1, messages: 1, attachments: 0 } });
  expect(receipt.dropped).toEqual([{ source: 'fixture', of: 'conversation', field: 'unread', count: 1 }]);
  expect(of('one').session.title).toBe('From a fixture');
});

test('its texts are on the page', async () => {
  const { container, rerender } = await render(<HowToGet open />);
  expect([...container.querySelectorAll('dt')].at(-1)?.textContent).toBe('The Fixture');
  expect([...container.querySelectorAll('dd')].at(-1)?.textContent).toBe('Press its button.');
  const sources = [{ source: 'fixture' as never, files: 1 }];
  await rerender(<OpenedHead opened={{ id: 'o', kind: 'import', name: 'any.json', sources, bytes: 10 }} />);
  expect(container.textContent).toContain('The Fixture');
});
