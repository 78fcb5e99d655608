import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { directionOf } from '#core/text-direction.ts';
import { LANGUAGES } from '#texts/languages.ts';
import {
  APPEARANCE_CHOICES,
  APPEARANCE_KEY,
  DEFAULT_APPEARANCE,
  MAX_CSS,
  PAINTED,
  parseAppearance,
  resolveLanguage,
} from '#ui/kit/theme/appearance.ts';

const boot = readFileSync(new URL('../../../../public/theme-boot.js', import.meta.url), 'utf8');

interface Painted {
  dataset: Partial<Record<string, string>>;
  lang: string;
  dir: string;
}

/** Runs the script that paints before the page's own code is loaded. */
function runBoot(
  stored: string | null,
  dark: boolean,
  languages: readonly string[],
  folders: readonly string[] = [...LANGUAGES.keys()],
): Painted {
  const root = { dataset: { languages: folders.join(' ') }, lang: '', dir: '' };
  runInNewContext(boot, {
    document: { documentElement: root },
    localStorage: { getItem: (key: string) => (key === APPEARANCE_KEY ? stored : null) },
    matchMedia: () => ({ matches: dark }),
    navigator: { languages },
  });
  const { languages: _, ...dataset } = root.dataset;
  return { dataset, lang: root.lang, dir: root.dir };
}

/** What the page itself paints from the same storage. */
function expected(stored: string | null, dark: boolean, languages: readonly string[]): Painted {
  const choice = parseAppearance(stored);
  return {
    dataset: {
      theme: choice.theme === 'system' ? (dark ? 'dark' : 'light') : choice.theme,
      ...Object.fromEntries(PAINTED.map((key) => [key, choice[key]])),
    },
    lang: resolveLanguage(choice.language, languages),
    dir: directionOf(resolveLanguage(choice.language, languages)),
  };
}

describe('appearance', () => {
  it.each([null, '', '{', 'null', '[]', '"dark"', '42', '{"theme":"pink","language":3}'])('survives %j', (text) => {
    expect(parseAppearance(text)).toEqual(DEFAULT_APPEARANCE);
  });

  it('keeps what it knows and defaults the rest', () => {
    expect(parseAppearance('{"theme":"dark","textSize":"huge","future":1}')).toEqual({
      ...DEFAULT_APPEARANCE,
      theme: 'dark',
    });
  });

  it('keeps CSS of the user up to a limit, and takes nothing else for CSS', () => {
    expect(parseAppearance('{"css":"p { color: red }"}').css).toBe('p { color: red }');
    expect(parseAppearance(JSON.stringify({ css: 'x'.repeat(MAX_CSS + 1) })).css).toHaveLength(MAX_CSS);
    expect(parseAppearance('{"css":["p"]}').css).toBe('');
  });

  it.each([
    [['ko-KR', 'en-US'], 'ko'],
    [['en-GB', 'ko'], 'en'],
    [['fr-FR', 'KO'], 'ko'],
    [['ja-JP', 'en'], 'ja'],
    [['fr', 'de'], 'en'],
    [[], 'en'],
  ] as const)('speaks the first language of %j it knows', (languages, language) => {
    expect(resolveLanguage('system', languages)).toBe(language);
    expect(resolveLanguage('ko', languages)).toBe('ko');
    expect(resolveLanguage('en', languages)).toBe('en');
  });
});

describe('theme-boot.js', () => {
  const choice = fc.record({
    theme: fc.constantFrom(...APPEARANCE_CHOICES.theme, 'pink'),
    language: fc.constantFrom(...APPEARANCE_CHOICES.language, 'fr'),
    textSize: fc.constantFrom(...APPEARANCE_CHOICES.textSize, ''),
    motion: fc.constantFrom(...APPEARANCE_CHOICES.motion, 'full'),
    width: fc.constantFrom(...APPEARANCE_CHOICES.width, 'huge'),
    density: fc.constantFrom(...APPEARANCE_CHOICES.density, 3),
    details: fc.constantFrom(...APPEARANCE_CHOICES.details, null),
    accent: fc.constantFrom(...APPEARANCE_CHOICES.accent, 'neon'),
    code: fc.constantFrom(...APPEARANCE_CHOICES.code, ''),
  });
  const stored = fc.oneof(
    choice.map((one) => JSON.stringify(one)),
    fc.constantFrom(null, '{', 'null', '{}', '[]'),
  );
  const languages = fc.array(fc.constantFrom('ko-KR', 'ko', 'ja-JP', 'en-US', 'EN', 'fr'), { maxLength: 3 });

  it('paints a language from right to left from there', () => {
    expect(runBoot(null, false, ['ar-EG'], ['en', 'ar'])).toMatchObject({ lang: 'ar', dir: 'rtl' });
    expect(['ar', 'he', 'fa', 'ur', 'en', 'ja', 'ko'].map(directionOf)).toEqual([
      'rtl',
      'rtl',
      'rtl',
      'rtl',
      'ltr',
      'ltr',
      'ltr',
    ]);
  });

  it('paints what the page will paint', () => {
    fc.assert(
      fc.property(stored, fc.boolean(), languages, (text, dark, preferred) => {
        expect(runBoot(text, dark, preferred)).toEqual(expected(text, dark, preferred));
      }),
    );
  });
});
