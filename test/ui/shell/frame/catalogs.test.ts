import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Area } from '#texts/catalogs.ts';
import { catalogs as EN } from '#texts/en/catalogs.ts';
import { catalogs as JA } from '#texts/ja/catalogs.ts';
import { catalogs as KO } from '#texts/ko/catalogs.ts';
import { textsIn } from '#test/ui/support/i18n.ts';
import { REASONS } from '#core/reasons.ts';

const AREAS = Object.keys(EN) as Area[];
const entries = (catalog: object) => Object.entries(catalog) as [string, string][];
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort((a, b) => a.localeCompare(b));
const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

describe.each(AREAS)('texts of %s', (area) => {
  const en = new Map(entries(EN[area]));
  const ko = new Map(entries(KO[area]));

  it('exist in both languages', () => {
    expect([...new Set([...ko.keys()].map(stem))].sort()).toEqual([...new Set([...en.keys()].map(stem))].sort());
  });

  it('say something', () => {
    for (const text of [...en.values(), ...ko.values()]) expect(text.trim()).not.toBe('');
  });

  it('name the same values in both languages', () => {
    const different = [...ko].filter(
      ([key, text]) => placeholders(text).join() !== placeholders(en.get(key) ?? '').join(),
    );
    expect(different).toEqual([]);
  });

  it.each([
    ['Korean', KO],
    ['Japanese', JA],
  ])('are written in %s, not left in English', (_language, catalogs) => {
    // Names, numbers and keys are the same in every language.
    const same = entries(catalogs[area]).filter(
      ([key, text]) => text === en.get(key) && /[a-z]{4}/i.test(text) && !key.startsWith('program.'),
    );
    expect(
      same.filter(
        ([, text]) =>
          !/^(Baton|OpenAI \w+|Azure OpenAI, Microsoft Foundry|Anthropic|Gemini|Google$|Ollama$|Settings > Local API Server$|Enter|×?\{\{.*|HTTP.*|SHA-256: |LaTeX|Markdown|JSON|![a-z])/.test(
            text,
          ),
      ),
    ).toEqual([]);
  });
});

describe('texts', () => {
  const root = fileURLToPath(new URL('../../../../src/ui', import.meta.url));
  const source = globSync('**/*.{ts,tsx}', { cwd: root, exclude: (name) => name === 'i18n' })
    .map((file) => readFileSync(`${root}/${file}`, 'utf8'))
    .join('\n');

  it('are all shown somewhere', () => {
    // A key is used by its name, or by a template that begins like it: t(`store.${kind}Body`).
    const begins = [...source.matchAll(/`([\w.-]+[.-])\$\{/g)].map((match) => match[1] ?? '');
    const unused = AREAS.flatMap((area) =>
      entries(EN[area])
        .map(([key]) => stem(key))
        .filter((key) => !source.includes(`'${key}'`) && !source.includes(`"${key}"`))
        .filter((key) => !begins.some((begin) => key.startsWith(begin)))
        // Said by the id that readReason finds; reasons.test.ts looks for their uses.
        .filter((key) => area !== 'reasons' || !Object.hasOwn(REASONS, key))
        .map((key) => `${area}: ${key}`),
    );
    expect([...new Set(unused)]).toEqual([]);
  });

  it('follow the language and the plural', () => {
    const say = (language: 'en' | 'ja' | 'ko', count: number) =>
      textsIn(language).store.getState().textsOf('settings')('storage.conversations', { count });
    expect([say('en', 1), say('en', 2), say('ko', 1), say('ko', 2), say('ja', 1), say('ja', 2)]).toEqual([
      '1 conversation',
      '2 conversations',
      '대화 1개',
      '대화 2개',
      '会話1件',
      '会話2件',
    ]);
  });

  it('are never shown with a place that has no value', () => {
    const missing: string[] = [];
    const t = textsIn('ko', ({ message }) => missing.push(message))
      .store.getState()
      .textsOf('errors');
    expect(t('error.long.title', { source: 'X' })).toBe('…에 보내기에는 대화가 너무 길어요');
    expect(missing).toEqual(['no value for {{model}} in “{{model}}에 보내기에는 대화가 너무 길어요”']);
    expect(() => textsIn('en').store.getState().textsOf('errors')('error.long.title')).toThrow(
      'no value for {{model}}',
    );
  });

  it('leave places in a value as they were typed', () => {
    const t = textsIn('en').store.getState().textsOf('frame');
    expect(t('sidebar.noMatch', { search: '{{topic}} {{search}}' })).toContain('“{{topic}} {{search}}”');
  });

  it('do not treat a value as markup or as a key', () => {
    const t = textsIn('en').store.getState().textsOf('frame');
    expect(t('sidebar.noMatch', { search: '<b>&$t(x)' })).toContain('<b>&$t(x)');
  });
});
