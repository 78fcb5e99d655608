import { expect, it } from 'vitest';
import { standardBase64 } from '#core/base64.ts';

it.each([
  ['QQ==', 'QQ=='],
  ['QQ', 'QQ=='],
  ['QUI', 'QUI='],
  ['QUJD', 'QUJD'],
  ['_-A=', '/+A='],
  ['QU\r\nJD', 'QUJD'],
  ['data:image/png;base64,QUI=', 'QUI='],
  ['QUI====', 'QUI='],
  ['Q===', null],
  ['Q', null],
  ['====', null],
  ['', null],
  ['Q=JD', null],
  ['QUJé', null],
  ['not base64', null],
])('reads %j as %j', (text, standard) => {
  expect(standardBase64(text)).toBe(standard);
});
