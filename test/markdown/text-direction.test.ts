import { expect, it } from 'vitest';
import { textDirection } from '#markdown/text-direction.ts';

it.each([
  ['هذا نص عربي', 'rtl'],
  ['HTTP هو بروتوكول لنقل البيانات', 'rtl'],
  ['`npm run build` يبني الصفحة، ثم افتح https://example.com/a/long/address', 'rtl'],
  ['```sh\nnpm run build --watch\n```\n\nيبني الصفحة', 'rtl'],
  ['$\\frac{abcdefgh}{ijklmnop}$ هو الناتج', 'rtl'],
  ['שלום means hello, and it is a greeting.', 'ltr'],
  ['العنوان هو `يبني`, which is a word in Arabic that means the title here', 'ltr'],
  ['안녕하세요', 'auto'],
  ['Hello', 'auto'],
  ['', 'auto'],
])('%j: %s', (text, direction) => {
  expect(textDirection(text)).toBe(direction);
});
