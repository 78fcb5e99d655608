// @vitest-environment jsdom
import { Plug } from 'lucide-react';
import { expect, test, vi } from 'vitest';
import type * as pages from '#ui/shell/settings/settings-pages.ts';
import { parseRoute } from '#ui/shared/navigation/route.ts';
import { findInPalette } from '#ui/shared/palette/palette-groups.ts';
import { SettingsPage } from '#ui/shell/settings/settings-page.tsx';
import { useSettingsItems } from '#ui/shell/settings/use-settings-items.tsx';
import { render } from '#test/ui/support/render.tsx';

/** One row more than the real table, with what one file would contain. */
vi.mock('#ui/shell/settings/settings-pages.ts', async (original) => {
  const real = await original<typeof pages>();
  const fixture: pages.SettingsPageRow = {
    id: 'fixture',
    title: 'nav.label',
    icon: Plug,
    content: real.lazyPage(async () => ({ focus }) => <p>Fixture at {focus}</p>),
    keywords: 'history',
  };
  const rows = [
    ...real.SETTINGS_PAGES.map((row) => ({ ...row, content: real.lazyPage(async () => () => null) })),
    fixture,
  ];
  return {
    ...real,
    SETTINGS_PAGES: rows,
    settingsPage: (id: string) => rows.find((row) => row.id === id) ?? rows[0],
  };
});

test('a row is a page: in the navigation, at its address, with its content', async () => {
  const route = parseRoute('#/settings/fixture/here');
  if (route.name !== 'settings') throw new Error(route.name);
  const { container } = await render(
    <SettingsPage page={route.page} focus={route.focus ?? null} onBack={() => undefined} />,
  );
  const link = container.querySelector('nav a[aria-current="page"]');
  expect(link?.getAttribute('href')).toBe('#/settings/fixture');
  expect(container.querySelector('h2')?.textContent).toBe('Settings pages');
  expect(container.textContent).toContain('Fixture at here');
});

test('a row is found in the palette, and opens the page', async () => {
  function Items() {
    const [group] = findInPalette(
      [{ key: 'settings', label: '', items: useSettingsItems(), unasked: 0 }],
      'settings pages',
    );
    return group?.items.map(({ key, run }) => (
      <button key={key} type="button" onClick={run}>
        {key}
      </button>
    ));
  }
  const { container } = await render(<Items />);
  const found = [...container.querySelectorAll('button')];
  expect(found.map((one) => one.textContent)).toEqual(['settings fixture']);
  found[0]?.click();
  expect(window.location.hash).toBe('#/settings/fixture');
});

test('an unknown page is the first one', async () => {
  const { container } = await render(<SettingsPage page="plugins" focus={null} onBack={() => undefined} />);
  expect(container.querySelector('[aria-current="page"]')?.getAttribute('href')).toBe('#/settings/vendors');
});
