// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { useEffect, useState } from 'react';
import { afterAll, expect, test, vi } from 'vitest';
import { useStore } from 'zustand';
import { renderTexts } from '#texts/render-texts.ts';
import { startScreenTexts } from '#texts/start-texts.ts';
import { addLanguage } from '#ui/kit/i18n/init.ts';
import { TextsProvider } from '#ui/kit/i18n/texts-provider.tsx';
import { APPEARANCE_KEY, languageOfDevice } from '#ui/kit/theme/appearance.ts';
import { AppearanceContext, createAppearance } from '#ui/kit/theme/theme.ts';
import { AppearancePage } from '#ui/shell/settings/appearance-page.tsx';
import { copyOfTexts } from '#test/ui/support/one-more-language.ts';
import { i18nIn } from '#test/ui/support/i18n.ts';
import { render } from '#test/ui/support/render.tsx';

const root = resolve(import.meta.dirname, '../../../..');

// Everything that reads src/texts reads the copy with one folder more.
vi.mock('#texts/languages.ts', async () => {
  const { copyOfTexts } = await import('#test/ui/support/one-more-language.ts');
  return import(/* @vite-ignore */ `${copyOfTexts}/languages.ts`);
});
vi.mock('#texts/catalogs.ts', async () => {
  const { copyOfTexts } = await import('#test/ui/support/one-more-language.ts');
  return import(/* @vite-ignore */ `${copyOfTexts}/catalogs.ts`);
});
vi.mock('#texts/start-texts.ts', async () => {
  const { copyOfTexts } = await import('#test/ui/support/one-more-language.ts');
  return import(/* @vite-ignore */ `${copyOfTexts}/start-texts.ts`);
});
vi.mock('#texts/render-texts.ts', async () => {
  const { copyOfTexts } = await import('#test/ui/support/one-more-language.ts');
  return import(/* @vite-ignore */ `${copyOfTexts}/render-texts.ts`);
});

afterAll(() => rmSync(copyOfTexts, { recursive: true }));

const i18n = i18nIn('en');

/** Follows the choice, as the page's providers do. */
function Page() {
  const [appearance] = useState(() => createAppearance(window));
  const language = useStore(appearance, (state) => state.resolvedLanguage);
  useEffect(() => void addLanguage(i18n, language).then(() => i18n.changeLanguage(language)), [language]);
  return (
    <AppearanceContext value={appearance}>
      <TextsProvider i18n={i18n}>
        <AppearancePage />
      </TextsProvider>
    </AppearanceContext>
  );
}

Object.assign(window, { matchMedia: () => ({ matches: false }) });

test('a folder is a language: offered, chosen, on the screen, and found again', async () => {
  const { container } = await render(<Page />);
  expect(container.textContent).not.toContain('<Text size>');
  await act(async () => screen.getByText('<English>').click());
  await screen.findByText('<Text size>');
  expect(JSON.parse(localStorage.getItem(APPEARANCE_KEY) ?? '')).toMatchObject({ language: 'qps' });
  expect(languageOfDevice(window)).toBe('qps');
});

test('the screens before there is a history and written files speak it, too', () => {
  expect(startScreenTexts('qps').start.retry).toBe('<Try again>');
  expect(renderTexts('qps').lang).toBe('qps');
});

test('no other file names the languages', () => {
  const naming = globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: ['src/texts/{en,ko}/**'] }).filter((path) =>
    /\b(texts\/ko|'ko')/.test(readFileSync(resolve(root, path), 'utf8')),
  );
  expect(naming).toEqual([]);
});
