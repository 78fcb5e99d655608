// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { useEffect, useState } from 'react';
import { afterAll, expect, test, vi } from 'vitest';
import { useStore } from 'zustand';
import { desktopTexts } from '#texts/desktop-texts.ts';
import { handoffLead, handoffPrompt } from '#texts/model-prompts.ts';
import { renderTexts } from '#texts/render-texts.ts';
import { startScreenTexts } from '#texts/start-texts.ts';
import { asksToStop } from '#texts/stop-phrases.ts';
import { findKeywords } from '#texts/user-words.ts';
import { commandsFor, findCommands } from '#ui/features/conversation/composer/slash/commands.ts';
import { requestsSecret } from '#ui/features/tools/requests-secret.ts';
import { TextsProvider } from '#ui/kit/i18n/texts-provider.tsx';
import { parseTokens } from '#ui/shared/models/parse-facts.ts';
import { APPEARANCE_KEY, languageOfDevice } from '#ui/kit/theme/appearance.ts';
import { AppearanceContext, createAppearance } from '#ui/kit/theme/theme.ts';
import { AppearancePage } from '#ui/shell/settings/appearance-page.tsx';
import { readBrowserTexts } from '../../../../electron/serve/read-browser-texts.ts';
import { copyOfTexts } from '#test/ui/support/one-more-language.ts';
import { textsIn } from '#test/ui/support/i18n.ts';
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
vi.mock('#texts/desktop-texts.ts', async () => {
  const { copyOfTexts } = await import('#test/ui/support/one-more-language.ts');
  return import(/* @vite-ignore */ `${copyOfTexts}/desktop-texts.ts`);
});
vi.mock('#texts/model-prompts.ts', async () => {
  const { copyOfTexts } = await import('#test/ui/support/one-more-language.ts');
  return import(/* @vite-ignore */ `${copyOfTexts}/model-prompts.ts`);
});
vi.mock('#texts/stop-phrases.ts', async () => {
  const { copyOfTexts } = await import('#test/ui/support/one-more-language.ts');
  return import(/* @vite-ignore */ `${copyOfTexts}/stop-phrases.ts`);
});
vi.mock('#texts/user-words.ts', async () => {
  const { copyOfTexts } = await import('#test/ui/support/one-more-language.ts');
  return import(/* @vite-ignore */ `${copyOfTexts}/user-words.ts`);
});

afterAll(() => rmSync(copyOfTexts, { recursive: true }));

const texts = textsIn('en');

/** Follows the choice, as the page's providers do. */
function Page() {
  const [appearance] = useState(() => createAppearance(window));
  const language = useStore(appearance, (state) => state.resolvedLanguage);
  useEffect(() => void texts.show(language), [language]);
  return (
    <AppearanceContext value={appearance}>
      <TextsProvider texts={texts}>
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

test('so do the menus of the desktop app, and what a browser shows instead of the page', async () => {
  expect(desktopTexts(['qps-GR', 'en']).file).toBe('<File>');
  expect((await readBrowserTexts(copyOfTexts)).map(({ newAddress }) => newAddress)).toContain('<address>');
});

test('what users write in it is understood', () => {
  expect(asksToStop('Παρακαλώ σταμάτα!')).toBe(true);
  expect(findKeywords('υπερσκέψη', { keywords: true, thinking: true })).toEqual([
    { word: 'υπερσκέψη', asks: { thinking: 'high' } },
  ]);
  expect(findCommands(commandsFor(null, ['model']), 'μοντ', () => '').map(({ name }) => name)).toEqual(['model']);
  expect(parseTokens('200 χιλ μονάδες', { min: 1, max: 1e9 })).toEqual({ value: 200_000 });
  expect(requestsSecret([{ name: 'x', label: 'Κωδικός', hint: null, kind: 'text' }])).toBe(true);
});

test('models are asked in it when users write it', () => {
  const history = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'Καλημέρα' }] }];
  expect(handoffPrompt(history)).toBe('<handoff>');
  expect(handoffLead('Καλημέρα')).toBe('<lead>');
});

const FOLDERS = 'src/texts/*/**';

test('no other file names the languages', () => {
  const tags = globSync('src/texts/*/language.ts', { cwd: root })
    .map((path) => path.split('/')[2] ?? '')
    .filter((tag) => tag !== 'en')
    .join('|');
  const named = new RegExp(`texts/(?:${tags})\\b|'(?:${tags})'`);
  const naming = globSync('{src,electron}/**/*.{ts,tsx}', { cwd: root, exclude: [FOLDERS] }).filter((path) =>
    named.test(readFileSync(resolve(root, path), 'utf8')),
  );
  expect(naming).toEqual(['electron/practice/answers/japanese.ts', 'electron/practice/answers/korean.ts']);
});

/** They read documents of vendors, documents and questions of users, and a Korean keyboard, whatever the page's language. */
const KOREAN_DATA = [
  'electron/practice/embeddings/concepts.ts',
  'src/archive/import/base/takeout-html.ts',
  'src/documents/base/text-decoder.ts',
  'src/markdown/lex-markdown.ts',
  'src/markdown/math-syntax.ts',
  'src/search/passages/terms.ts',
  'src/ui/kit/keyboard/shortcut.ts',
];

test('no other file holds words of a language', () => {
  const files = globSync('{src,electron}/**/*.{ts,tsx,html}', {
    cwd: root,
    exclude: [FOLDERS, 'electron/practice/answers/**'],
  });
  const comments = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm;
  const holding = files.filter((path) =>
    /\p{Script=Hangul}/u.test(readFileSync(resolve(root, path), 'utf8').replaceAll(comments, '')),
  );
  expect(holding.toSorted()).toEqual(KOREAN_DATA);
});
