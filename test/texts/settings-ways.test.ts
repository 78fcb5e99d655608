import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settings as en } from '#texts/en/settings.ts';
import { settings as ja } from '#texts/ja/settings.ts';
import { settings as ko } from '#texts/ko/settings.ts';

/** Settings of the system and of other programs. */
const ELSEWHERE = [
  'Privacy & Security',
  'Local API Server',
  '개인정보 보호 및 보안',
  '로컬 API 서버',
  'プライバシーとセキュリティ',
];

const pagesOf = (texts: Readonly<Record<string, string>>): string[] =>
  Object.entries(texts).flatMap(([key, text]) => (key.startsWith('nav.') ? [text] : []));

it.each([
  ['en', 'Settings', pagesOf(en)],
  ['ko', '설정', pagesOf(ko)],
  ['ja', '設定', pagesOf(ja)],
])('texts in “%s” that lead to the settings name a page as it is named there', (language, settings, pages) => {
  const unknown = globSync(`src/texts/${language}/*.ts`).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split(`${settings} > `)
      .slice(1)
      .filter((after) => ![...pages, ...ELSEWHERE].some((page) => after.startsWith(page)))
      .map((after) => `${file}: ${settings} > ${after.slice(0, 20)}`),
  );
  expect(unknown).toEqual([]);
});
