import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { particleAfter } from '#texts/ko/particles.ts';
import { fillText } from '#ui/kit/i18n/fill-text.ts';

const refuse = (error: Error) => {
  throw error;
};
const fill = (text: string, name: string) => fillText(text, { name }, 'ko', refuse);

describe('Korean particles after inserted names', () => {
  it.each([
    ['서버', '서버를 서버가 서버는 서버와 서버로'],
    ['파일', '파일을 파일이 파일은 파일과 파일로'],
    ['모델들', '모델들을 모델들이 모델들은 모델들과 모델들로'],
    ['작업방', '작업방을 작업방이 작업방은 작업방과 작업방으로'],
    ['Claude', 'Claude를 Claude가 Claude는 Claude와 Claude로'],
    ['Claude Opus 4.1', 'Claude Opus 4.1을 Claude Opus 4.1이 Claude Opus 4.1은 Claude Opus 4.1과 Claude Opus 4.1로'],
    ['GPT-5', 'GPT-5를 GPT-5가 GPT-5는 GPT-5와 GPT-5로'],
    ['Gemini 3', 'Gemini 3을 Gemini 3이 Gemini 3은 Gemini 3과 Gemini 3으로'],
    ['Mistral', 'Mistral을 Mistral이 Mistral은 Mistral과 Mistral로'],
    ['Grok', 'Grok을 Grok이 Grok은 Grok과 Grok으로'],
    ['Qwen (local)', 'Qwen (local)을 Qwen (local)이 Qwen (local)은 Qwen (local)과 Qwen (local)로'],
    ['', '를 가 는 와 로'],
  ])('fit “%s”', (name, expected) => {
    expect(fill('{{name}}을(를) {{name}}이(가) {{name}}은(는) {{name}}과(와) {{name}}(으)로', name)).toBe(expected);
  });

  it('fit a name in quotes', () => {
    expect(fill('‘{{name}}’이(가) 없어요', '파일')).toBe('‘파일’이 없어요');
  });

  it('leave what the user typed alone', () => {
    expect(fill('‘{{name}}’ 검색', '은(는) 이(가)')).toBe('‘은(는) 이(가)’ 검색');
  });

  it('leave other words and languages alone', () => {
    expect(fill('{{name}}(x)y', 'a')).toBe('a(x)y');
    expect(fillText('{{name}}을(를)', { name: 'a' }, 'en', refuse)).toBe('a을(를)');
  });

  it('are known wherever they are written with both forms', () => {
    const files = globSync('src/texts/ko/*.ts', { exclude: (name) => /(stop|ask)-phrases/.test(name) });
    const written = files
      .filter((file) => !file.endsWith('particles.ts'))
      .flatMap((file) => readFileSync(resolve(file), 'utf8').match(/[가-힣]?\([가-힣]\)[가-힣]?/g) ?? []);
    expect(written).not.toEqual([]);
    expect(written.filter((particle) => particleAfter('', particle) === particle)).toEqual([]);
  });
});
