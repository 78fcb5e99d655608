import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { browser } from '#texts/en/browser.ts';
import { catalogs as EN } from '#texts/en/catalogs.ts';
import { desktop } from '#texts/en/desktop.ts';
import { startTexts } from '#texts/en/start.ts';
import { LONG_TEXTS, type Place } from './long-texts.ts';

const MAX_LENGTH = 90;

/** Texts with values are functions there; they are not measured. */
const PLACES: Readonly<Record<Place, object>> = { ...EN, ...startTexts, desktop, browser };
const longIn = (place: Place): [key: string, text: string][] =>
  Object.entries(PLACES[place]).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length > MAX_LENGTH,
  );

/** Every text literal of a language's folder, except words that users say and what is written to models. */
const textsOf = (language: 'en' | 'ja' | 'ko') =>
  globSync(`src/texts/${language}/*.ts`)
    .filter((file) => !/(stop-phrases|ask-phrases|user-words|model-prompts|particles|language)\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`/g)].map(
        ([literal]) => literal,
      ),
    )
    .map((literal) => literal.slice(1, -1))
    .map((text) => text.replaceAll(/\$\{[^}]*\}/g, '{{value}}'))
    // Names of files, keys, types and pieces of code.
    .filter((text) => !/^[#.\w/-]*$/.test(text) && !text.includes('{{value}}.') && !/^\} |^\}$|\$\{/.test(text));

/** Given word for word in the documents, or what users type. */
const GIVEN =
  /^(Injecting|Fixing|Stripping|Leaving out|Ending with|Sending earlier|Making room)|^Words, "a phrase"|^단어, "구절"|^単語、"フレーズ"|^!ヘルプ$|“npx -y …”|‘npx -y …’|「npx -y …」/;

const breaking = (texts: readonly string[], rule: RegExp) =>
  texts.filter((text) => rule.test(text) && !GIVEN.test(text));

describe('English', () => {
  const texts = textsOf('en');

  it.each([
    ['an ellipsis follows its word, as one character', / …|\.\.\./],
    ['quotation marks are “ ”, apostrophes ’', /["']|\w‘|‘\w/],
    [
      'spelling is American',
      /\b(\w*colour\w*|\w+is(?:e[sd]?|ing|ation)\b(?<!\b(?:otherwise|exercised?|promised?|advised?|revised?|surprised?|raised?|raising|rise|noise|wise|precise|likewise)))|\b(licence|catalogue|behaviour|favourites?|analyse[sd]?|centre|cancelled|dialogue|grey)\b/i,
    ],
    [
      'short forms are written as they are said',
      /\b(can ?not|could not|does not|do not|did not|is not|are not|was not|were not|has not|have not|will not|would not)\b/i,
    ],
    ['the user is “you”', /\b(the person|somebody|whoever)\b/i],
    [
      'nothing is translated word by word',
      /\b(goes? along|go on|going on|goes on|as it was|anew|stays? behind|for good of|changes? hands|any more\b|brought back|kept apart)\b/i,
    ],
    ['percent and unit', /\d %|\}\} %/],
  ])('%s', (_rule, pattern) => {
    expect(breaking(texts, pattern)).toEqual([]);
  });

  it(`has more than ${MAX_LENGTH} characters only with a reason`, () => {
    const long = (Object.keys(PLACES) as Place[]).flatMap((place) =>
      longIn(place)
        .filter(([key]) => !LONG_TEXTS.some(([where, keys]) => where === place && keys.test(key)))
        .map(([key, text]) => `${place} ${key}: ${text}`),
    );
    expect(long).toEqual([]);
  });

  it('keeps no reason for a text that is gone', () => {
    const unused = LONG_TEXTS.filter(([place, keys]) => !longIn(place).some(([key]) => keys.test(key)));
    expect(unused.map(([place, keys]) => `${place} ${String(keys)}`)).toEqual([]);
  });
});

describe('Korean', () => {
  const texts = textsOf('ko');

  it.each([
    ['is 해요체', /(니다|니까|십시오|시오)(?=[\s.!?…:,)’'"]|$)/],
    ['is not 한다체', /[가-힣](한다|했다|된다|됐다|이다|있다|없다|는다|않다)(?=[\s.!?:’]|$)/],
    ['quotation marks are ‘ ’', /[“”"]/],
    ['an ellipsis follows its word', / …|\.\.\./],
    ['particles after a name have both forms', /\}\}’?(을|를|이|가|은|는|과|와|으로|로)(?=[\s.,:]|$)/],
    ['terms are the field’s', /갈래|제공사|까닭|저절로|여러분|당신|\}\} 토큰/],
  ])('%s', (_rule, pattern) => {
    expect(breaking(texts, pattern)).toEqual([]);
  });
});

describe('Japanese', () => {
  const texts = textsOf('ja');

  it.each([
    ['is です・ます調', /(?:だ|である|(?<![でま])した|する|ない|いる|ある|れる|せる|だろう|しろ)。/],
    ['speaks to the user without ordering or praying', /なさい|くださいませ|ございます|いたします|お客様|ユーザー様/],
    ['quotation marks are 「 」', /[“”‘’"『』]/],
    ['an ellipsis follows its word', / …|\.\.\.|……/],
    [
      'marks are of full width beside Japanese',
      /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}」][?!,.:;()](?![\w-])|[?!,;()][\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}「]/u,
    ],
    [
      'no space stands between Japanese and Latin',
      /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}」] [\w{]|[\w}] [\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}「]/u,
    ],
    ['digits and letters are of half width', /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/],
    [
      'terms are the field’s',
      /ベンダ|枝|コンピュータ|フォルダー|ブラウザー|サーバ(?!ー)|返答|応え|全て|下さい|出来|(?<!一)致し|様々|事が/,
    ],
  ])('%s', (_rule, pattern) => {
    expect(breaking(texts, pattern)).toEqual([]);
  });
});
