const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** What stands in front of an element, as Markdown. Everything else is only its text. */
const MARKS: Readonly<Record<string, string>> = {
  p: '\n\n',
  br: '\n',
  div: '\n',
  li: '\n- ',
  tr: '\n',
  td: ' ',
  th: ' ',
  h1: '\n\n# ',
  h2: '\n\n## ',
  h3: '\n\n### ',
  h4: '\n\n#### ',
  pre: '\n\n',
  ul: '\n',
  ol: '\n',
};

const EVEN: Readonly<Record<string, string>> = { b: '**', strong: '**', i: '*', em: '*', code: '`' };

/** Elements whose inside is no text. */
const SILENT = /^(script|style|template|head|title|noscript|svg|iframe|object)$/;

/**
 * The text of HTML as Markdown. What comes out is text that is shown as such: no element, attribute or address of it
 * goes on. Reads once from front to back.
 */
export function plainHtml(html: string): string {
  const out: string[] = [];
  let silent = '';
  let at = 0;
  const lastClose = html.lastIndexOf('>');
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const end = open < 0 ? html.length : open;
    if (silent === '') out.push(html.slice(at, end));
    if (open < 0) break;
    const close = open > lastClose ? -1 : html.indexOf('>', open);
    const [, ending = '', name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(open, open + 20)) ?? [];
    const tag = name.toLowerCase();
    if (tag === '' || close < 0) {
      const comment = html.startsWith('<!', open) && close >= 0;
      if (silent === '' && !comment) out.push('&lt;');
      at = comment ? close + 1 : open + 1;
      continue;
    }
    if (silent === '' && ending === '' && SILENT.test(tag)) silent = tag;
    else if (silent === tag && ending !== '') silent = '';
    else if (silent === '') out.push(EVEN[tag] ?? (ending === '' ? (MARKS[tag] ?? '') : ''));
    at = close + 1;
  }
  return decoded(out.join(''))
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      const code = decimal === undefined ? (hex === undefined ? null : Number.parseInt(hex, 16)) : Number(decimal);
      if (code !== null) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : '';
      return Object.hasOwn(NAMED, name ?? '') ? (NAMED[name ?? ''] ?? whole) : whole;
    },
  );
}
