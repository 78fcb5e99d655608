// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { readBlocks } from '#markdown/block-reader.ts';
import { Markdown } from '#ui/shared/markdown/markdown.tsx';
import { render } from '../../support/render.tsx';

/** Payloads that ran code or sent requests in other chat clients and Markdown renderers (security.md S18). */
const PAYLOADS = [
  '<script>window.__pwn = 1</script>',
  '<img src=x onerror="window.__pwn = 1">',
  '<svg onload="window.__pwn = 1"><script>window.__pwn = 1</script></svg>',
  '<iframe srcdoc="<script>parent.__pwn = 1</script>"></iframe>',
  '<iframe src="javascript:window.__pwn = 1"></iframe>',
  '<a href="javascript:window.__pwn = 1">x</a>',
  '<details open ontoggle="window.__pwn = 1">x</details>',
  '<form action="https://evil.example"><input name=a><button>go</button></form>',
  '<math><mtext><style><img src onerror="window.__pwn = 1"></style></mtext></math>',
  '<style>* { background: url(https://evil.example) }</style>',
  '<link rel=stylesheet href="https://evil.example/a.css">',
  '<base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<object data="https://evil.example"></object><embed src="https://evil.example">',
  '<video src="https://evil.example" onerror="window.__pwn = 1" autoplay></video>',
  '[x](javascript:window.__pwn=1)',
  '[x](JaVaScRiPt:window.__pwn=1)',
  '[x](java\nscript:window.__pwn=1)',
  '[x](&#106;avascript:window.__pwn=1)',
  '[x](javascript&colon;window.__pwn=1)',
  '[x](\u0001javascript:window.__pwn=1)',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](file:///etc/passwd)',
  '[x](ms-msdt:/id)',
  '[x](smb://evil.example/share)',
  '[x](//evil.example)',
  '[x](/api/secrets)',
  '[x](#t=token)',
  '[x](https://user:pass@evil.example)',
  '<javascript:window.__pwn=1>',
  '![x](https://evil.example/a.png)',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '![x](javascript:window.__pwn=1)',
  '[![x](https://evil.example/a.png)](javascript:window.__pwn=1)',
  '[ref]\n\n[ref]: javascript:window.__pwn=1',
  '![ref]\n\n[ref]: https://evil.example/a.png',
  '[x](https://ok.example "onmouseover=window.__pwn=1")',
  '`<img src=x onerror=window.__pwn=1>`',
  '```html\n<img src=x onerror="window.__pwn = 1">\n```',
  '```"><img src=x onerror=window.__pwn=1>\nx\n```',
  '| <img src=x onerror=window.__pwn=1> |\n|---|\n| <script>window.__pwn=1</script> |',
  '[^x]\n\n[^x]: <img src=x onerror=window.__pwn=1>',
  '[^"><img src=x onerror=window.__pwn=1>]: a',
  '# <img src=x onerror=window.__pwn=1>',
  '- [ ] <input onfocus=window.__pwn=1 autofocus>',
  '$<img src=x onerror=window.__pwn=1>$',
  '$$\\href{javascript:window.__pwn=1}{x}$$',
  '<!--><img src=x onerror=window.__pwn=1>-->',
  '<![CDATA[<img src=x onerror=window.__pwn=1>]]>',
  '<noscript><p title="</noscript><img src=x onerror=window.__pwn=1>">',
];

const ALLOWED = new Set([
  'a',
  'article',
  'blockquote',
  'br',
  'button',
  'code',
  'del',
  'div',
  'em',
  'figcaption',
  'figure',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'li',
  'ol',
  'p',
  'path',
  'polyline',
  'pre',
  'rect',
  'line',
  'circle',
  'section',
  'span',
  'strong',
  'sup',
  'svg',
  'table',
  'tbody',
  'td',
  'th',
  'thead',
  'tr',
  'ul',
]);
const URL_ATTRIBUTES = new Set([
  'href',
  'src',
  'action',
  'data',
  'srcset',
  'poster',
  'formaction',
  'xlink:href',
  'srcdoc',
]);

function offences(root: HTMLElement): string[] {
  const found: string[] = [];
  for (const element of root.querySelectorAll('*')) {
    if (element.closest('.katex')) continue;
    const tag = element.tagName.toLowerCase();
    if (!ALLOWED.has(tag)) found.push(`element ${tag}`);
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) found.push(`attribute ${name}`);
      if (!URL_ATTRIBUTES.has(name)) continue;
      const local = tag === 'a' && value.startsWith('#') && element.className !== '';
      if (!local && !/^(?:https?|mailto):/.test(value)) found.push(`${name}=${value}`);
      if (tag !== 'a') found.push(`${tag} loads ${value}`);
    }
  }
  return found;
}

describe.each([
  ['while it streams', true],
  ['from history', false],
])('hostile text %s', (_, streaming) => {
  it.each(PAYLOADS.map((text) => [text]))('%j does no harm', async (text) => {
    const { container } = await render(<Markdown text={text} streaming={streaming} />);
    expect(offences(container)).toEqual([]);
    await act(async () => {
      for (const link of container.querySelectorAll<HTMLElement>('a, button')) link.click();
    });
    expect(Reflect.get(window, '__pwn')).toBeUndefined();
  });

  it('holds for every slice of all of it together', async () => {
    const all = PAYLOADS.join('\n\n');
    const view = await render(<Markdown text="" streaming={streaming} />);
    for (let end = 0; end <= all.length; end += 97) {
      await view.rerender(<Markdown text={all.slice(0, end)} streaming={streaming} />);
      expect(offences(view.container)).toEqual([]);
    }
    expect(Reflect.get(window, '__pwn')).toBeUndefined();
  });
});

/** Inputs that have made Markdown parsers or highlighting regular expressions hang elsewhere. */
describe('text made to hang', () => {
  const N = 8_000;
  it.each([
    ['brackets', '['.repeat(N)],
    ['links', '[a]('.repeat(N)],
    ['nested links', `${'['.repeat(N)}a${'](b)'.repeat(N)}`],
    ['stars', '*'.repeat(N)],
    ['open strong', '**a'.repeat(N)],
    ['underscores', '_a '.repeat(N)],
    ['backticks', '`a``'.repeat(N)],
    ['tildes', '~~a'.repeat(N)],
    ['dollars', '$a '.repeat(N)],
    ['double dollars', '$$a\n'.repeat(N)],
    ['backslash brackets', '\\[a\n'.repeat(N)],
    ['quotes', `${'>'.repeat(N)}a`],
    ['quotes with spaces', `${'> '.repeat(N)}a`],
    ['lists in one line', `${'- '.repeat(N)}a`],
    ['numbers in one line', `${'1. '.repeat(N)}a`],
    ['lists', Array.from({ length: 150 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['table pipes', `${'|'.repeat(N)}\n${'|-'.repeat(N)}|`],
    ['angle brackets', '<'.repeat(N)],
    ['comments', '<!--'.repeat(N)],
    ['entities', '&#x'.repeat(N)],
    ['footnotes', '[^a]: '.repeat(N)],
    ['autolinks', 'www.'.repeat(N)],
    ['mail', 'a@'.repeat(N)],
    ['spaces', `a${' '.repeat(N)}b\n`.repeat(4)],
    ['CJK strong', '**"가'.repeat(N)],
    ['definitions', '[a]: b\n'.repeat(N)],
  ])('%s are read in reasonable time', (_, text) => {
    const start = performance.now();
    readBlocks(text);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
