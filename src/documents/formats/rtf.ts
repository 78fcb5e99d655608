import { DocumentError, type DocumentText } from '../base/document.ts';
import { MAX_DEPTH, MAX_TEXT } from '../base/limits.ts';
import { createTextDecoder } from '../base/text-decoder.ts';

/** Windows code pages by their number in `\ansicpg`. */
const CODE_PAGES: Readonly<Record<string, string>> = {
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  65001: 'utf-8',
};
/** Groups that hold no text of the document. */
const SILENT =
  /^(fonttbl|colortbl|stylesheet|info|pict|object|themedata|datastore|listtable|listoverridetable|rsidtbl|generator|xmlnstbl|latentstyles|filetbl|revtbl|fldinst)$/;
const SIGNS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  sect: '\n\n',
  page: '\n\n',
  row: '\n',
  cell: '\t',
  tab: '\t',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  '~': '\u00a0',
  _: '-',
};
const TOKEN = /\\(?:'([0-9a-f]{2})|([a-z]+)(-?\d+)? ?|([^a-z]))|([{}])|([^\\{}\r\n]+)/gi;

interface Group {
  silent: boolean;
  /** Characters after a `\u` that only older programs show. */
  skipped: number;
}

/** Rich Text Format: text and code pages; pictures and styles are left out. */
export function readRtf(source: string): DocumentText {
  let encoding = 'windows-1252';
  let group: Group = { silent: false, skipped: 1 };
  const groups: Group[] = [];
  const pieces: string[] = [];
  let bytes: number[] = [];
  let skip = 0;
  let length = 0;

  const flush = (): void => {
    if (bytes.length > 0) pieces.push(createTextDecoder(encoding).decode(new Uint8Array(bytes)));
    bytes = [];
  };
  const write = (text: string): void => {
    flush();
    const shown = text.slice(Math.min(skip, text.length));
    skip -= text.length - shown.length;
    if (group.silent) return;
    length += shown.length;
    if (length > MAX_TEXT) throw new DocumentError('too-large', `more than ${MAX_TEXT} characters`);
    pieces.push(shown);
  };

  for (const [, hex, word, number, sign, brace, text] of source.matchAll(TOKEN))
    if (hex !== undefined) {
      if (skip > 0) skip--;
      else if (!group.silent) bytes.push(Number.parseInt(hex, 16));
    } else if (brace === '{') {
      flush();
      groups.push(group);
      if (groups.length > MAX_DEPTH) throw new DocumentError('too-large', `groups nest deeper than ${MAX_DEPTH}`);
      group = { ...group };
    } else if (brace === '}') {
      flush();
      group = groups.pop() ?? group;
      skip = 0;
    } else if (word === 'u' && number !== undefined) {
      flush();
      skip = 0;
      write(String.fromCharCode((Number(number) + 65_536) % 65_536));
      skip = group.skipped;
    } else if (word === 'uc') group.skipped = Number(number ?? 1);
    else if (word === 'ansicpg') encoding = CODE_PAGES[number ?? ''] ?? windows(number);
    else if (word !== undefined && SILENT.test(word)) group.silent = true;
    else if (sign === '*') group.silent = true;
    else if (text !== undefined) write(text);
    else if (sign !== undefined && '\\{}'.includes(sign)) write(sign);
    else {
      const shown = SIGNS[word ?? sign ?? ''];
      if (shown !== undefined) write(shown);
    }
  flush();
  return {
    form: 'rtf',
    text: pieces
      .join('')
      .replaceAll(/[ \t]+$/gm, '')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  };
}

function windows(number = '1252'): string {
  return /^125\d$/.test(number) ? `windows-${number}` : 'windows-1252';
}
