// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useStore } from 'zustand';
import type * as catalogs from '#texts/catalogs.ts';
import type * as languages from '#texts/languages.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppearanceContext, createAppearance } from '#ui/kit/theme/theme.ts';
import { APPEARANCE_KEY, languageOfDevice } from '#ui/kit/theme/appearance.ts';
import { AppearancePage } from '#ui/shell/settings/appearance-page.tsx';
import { render } from '#test/ui/support/render.tsx';

/** A third folder: English with every vowel accented. */
vi.mock('#texts/languages.ts', async (original) => {
  const real = await original<typeof languages>();
  const fixture = { name: 'Áccénted', word: 'Lángúágé', symbol: 'Á', search: '' };
  return { ...real, LANGUAGES: new Map([...real.LANGUAGES, ['qps', fixture]]) };
});
vi.mock('#texts/catalogs.ts', async (original) => {
  const real = await original<typeof catalogs>();
  const accent = (text: string) => text.replaceAll(/[aeiou](?![^{]*\}\})/g, (vowel) => `${vowel}\u0301`);
  const accented = Object.entries(real.CATALOGS.get('en') ?? {}).map(([area, texts]) => [
    area,
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, accent(text)])),
  ]);
  return { CATALOGS: new Map<string, object>([...real.CATALOGS, ['qps', Object.fromEntries(accented)]]) };
});

/** Follows the choice, as the page's providers do. */
function Page() {
  const [appearance] = useState(() => createAppearance(window));
  const language = useStore(appearance, (state) => state.resolvedLanguage);
  const { i18n } = useTranslation();
  useEffect(() => void i18n.changeLanguage(language), [i18n, language]);
  return (
    <AppearanceContext value={appearance}>
      <AppearancePage />
    </AppearanceContext>
  );
}

Object.assign(window, { matchMedia: () => ({ matches: false }) });

test('a folder is a language: offered, chosen, on the screen, and found again', async () => {
  const { container } = await render(<Page />);
  expect(container.textContent).toContain('Text size');
  await act(async () => screen.getByText('Áccénted').click());
  expect(container.textContent).toContain('Te\u0301xt si\u0301ze\u0301');
  expect(JSON.parse(localStorage.getItem(APPEARANCE_KEY) ?? '')).toMatchObject({ language: 'qps' });
  expect(languageOfDevice(window)).toBe('qps');
});
