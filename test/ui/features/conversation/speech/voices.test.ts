import { describe, expect, it } from 'vitest';
import { spokenLanguage } from '#ui/features/conversation/speech/spoken-language.ts';
import { localVoices, voicesFor, type Voice } from '#ui/features/conversation/speech/voices.ts';

describe('spokenLanguage', () => {
  it.each<[text: string, own: string[], language: string]>([
    ['Hello there.', ['en-GB', 'ko'], 'en-GB'],
    ['Guten Tag.', ['ko', 'de-DE', 'en'], 'de-DE'],
    ['안녕하세요.', ['en-US'], 'ko'],
    ['React의 useState를 쓰면 됩니다.', ['en-US', 'ko-KR'], 'ko-KR'],
    ['The Korean word 나무 means tree, and it is quite common.', ['ko'], 'en'],
    ['日本語のテキスト', ['en'], 'ja'],
    ['東京都庁', ['en', 'ja'], 'ja'],
    ['東京都庁', ['en'], 'zh'],
    ['你好，世界', ['zh-TW', 'ja'], 'zh-TW'],
    ['Привет', ['en', 'uk'], 'uk'],
    ['مرحبا', ['en'], 'ar'],
    ['42', ['ko'], 'en'],
    ['Hello', ['not a language!', 'fr'], 'fr'],
  ])('%s, of a user who reads %j: %s', (text, own, language) => expect(spokenLanguage(text, own)).toBe(language));
});

const voice = (name: string, lang: string, more: Partial<Voice> = {}): Voice => ({
  name,
  lang,
  voiceURI: name,
  default: false,
  localService: true,
  ...more,
});

describe('voicesFor', () => {
  const names = (voices: readonly Voice[]) => voices.map(({ name }) => name);

  it('has none that speaks on a server', () => {
    const remote = voice('Google US English', 'en-US', { localService: false, default: true });
    expect(voicesFor([remote], 'en', ['en-US'])).toEqual([]);
    expect(names(localVoices([remote, voice('Samantha', 'en-US')]))).toEqual(['Samantha']);
  });

  it('prefers the system’s choice, then the user’s region, and jokes come last', () => {
    const all = [
      voice('Albert', 'en-US'),
      voice('Karen', 'en-AU'),
      voice('Daniel', 'en_GB'),
      voice('Samantha', 'en-US', { default: true }),
      voice('Yuna', 'ko-KR'),
    ];
    expect(names(voicesFor(all, 'en', ['ko', 'en-GB']))).toEqual(['Samantha', 'Daniel', 'Karen', 'Albert']);
    expect(names(voicesFor(all, 'ko-KR', ['ko']))).toEqual(['Yuna']);
  });
});
