/** Encodings that a user can choose instead of the one that was found. */
export const ENCODINGS: readonly string[] = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'euc-kr',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'windows-1252',
  'windows-1251',
  'koi8-r',
];
