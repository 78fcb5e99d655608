import { expect, test } from 'vitest';
import { textsIn } from '#test/ui/support/i18n.ts';
import { fillText } from '#ui/kit/i18n/fill-text.ts';

const refuse = (error: Error) => {
  throw error;
};
const values = { count: 12_345, all: 67_890, port: 11_434 };

test.each([
  ['{{count}} of {{all, number}} at {{port}}', 'en', '12,345 of 67,890 at 11434'],
  ['{{all, number}} 중 {{count}}개, {{port}}', 'ko', '67,890 중 12,345개, 11434'],
] as const)(
  'a count is written as the language writes it, another number if its text says so: %s',
  (text, language, filled) => {
    expect(fillText(text, values, language, refuse)).toBe(filled);
  },
);

test('a value that is a text already stays as it is', () => {
  expect(fillText('{{count}} tokens', { count: '12345' }, 'en', refuse)).toBe('12345 tokens');
});

test.each([
  ['en', '1,200 conversations'],
  ['ja', '会話1,200件'],
  ['ko', '대화 1,200개'],
] as const)('a folder names its conversations in %s', (language, expected) => {
  expect(textsIn(language).store.getState().textsOf('organize')('folder.count', { count: 1_200 })).toBe(expected);
});
