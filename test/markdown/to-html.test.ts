// @vitest-environment jsdom
import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHtml } from '#markdown/to-html.ts';
import { codePoint } from '#test/code-point.ts';

const alerts = {
  'title.note': 'Note',
  'title.tip': 'Tip',
  'title.important': 'Important',
  'title.warning': 'Warning',
  'title.caution': 'Caution',
};
const texts = { taskDone: 'Done', taskOpen: 'To do', notes: 'Notes', noteBack: 'Back', image: 'Image', alerts };

function page(text: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(
    `<div id="here">${toHtml(text, { id: 't', texts })}</div>`,
    'text/html',
  );
  return body;
}

const ELEMENTS = new Set(
  (
    'div p h3 h4 h5 h6 figure figcaption pre code span strong em del br a ul ol li blockquote hr table thead tbody tr th td sup section ' +
    'math semantics annotation mrow mi mo mn ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd ' +
    'mlabeledtr mstyle mpadded mphantom menclose merror mglyph'
  ).split(' '),
);
const ATTRIBUTES = /^(?:class|id|href|target|rel|title|role|aria-label|scope|start|value|data-bare|tabindex)$/;

const ADDRESS = /^(?:https?:|mailto:|#t-[nr]\d+$)/;

/** The part of an element that isn't allowed in the page; '' if all of it is. */
function problemOf(element: Element): string {
  if (!ELEMENTS.has(element.localName)) return 'element';
  const math = element.closest('math') !== null;
  for (const { name, value } of element.attributes) {
    if (/^on|^style$|^src|^data$|^xlink/.test(name) || (!math && !ATTRIBUTES.test(name))) return name;
    if (name === 'href' && !ADDRESS.test(value)) return value;
    if (name === 'target' && element.getAttribute('rel') !== 'noopener noreferrer') return 'rel';
  }
  return '';
}

/** There must be none, whatever the text. */
function problemsIn(text: string): { problem: string; of: string }[] {
  const all = [...page(text).querySelectorAll('*')].map((element) => ({
    problem: problemOf(element),
    of: element.outerHTML,
  }));
  return all.filter(({ problem }) => problem !== '');
}

it.each(['mermaid', 'svg', 'html'])('%s stays code in a file, whole and without effect', (language) => {
  const code = 'flowchart LR\n  A["<img src=x onerror=alert(1)>"] --> B<svg onload="a()"></svg>';
  const made = page(`\`\`\`${language}\n${code}\n\`\`\``);
  expect(made.querySelector('pre code')?.textContent.trimEnd()).toBe(code);
  expect(made.querySelector('svg, img')).toBeNull();
});

describe('Markdown as HTML', () => {
  it.each([
    ['# One\n\n### Two', '<h3>One</h3><h4>Two</h4>'],
    ['a *b* **c** ~~d~~ `e<`', '<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e&lt;</code></p>'],
    ['a  \nb', '<p>a<br>b</p>'],
    ['> [!NOTE]\n> a', '<blockquote class="alert note"><p><strong>Note</strong></p><p>a</p></blockquote>'],
    [
      '> [!caution]  \n> a\n>\n> b',
      '<blockquote class="alert caution"><p><strong>Caution</strong></p><p>a</p><p>b</p></blockquote>',
    ],
    [
      '> [!TIP]\n>\n> - a',
      '<blockquote class="alert tip"><p><strong>Tip</strong></p><ul class="tight"><li><p>a</p></li></ul></blockquote>',
    ],
    ['> [!WARNING]', '<blockquote class="alert warning"><p><strong>Warning</strong></p></blockquote>'],
    ['> [!NOTE] a', '<blockquote><p>[!NOTE] a</p></blockquote>'],
    ['> [!NOTE]**a**', '<blockquote><p>[!NOTE]<strong>a</strong></p></blockquote>'],
    ['> [!OTHER]\n> a', '<blockquote><p>[!OTHER]<br>a</p></blockquote>'],
    ['[!NOTE]\na', '<p>[!NOTE]<br>a</p>'],
    ['- a\n- b', '<ul class="tight"><li><p>a</p></li><li><p>b</p></li></ul>'],
    ['3. a', '<ol start="3" class="tight"><li><p>a</p></li></ol>'],
    ['1. a\n3. b', '<ol start="1" class="tight"><li value="1"><p>a</p></li><li value="3"><p>b</p></li></ol>'],
    ['1. a\n1. b', '<ol start="1" class="tight"><li><p>a</p></li><li><p>b</p></li></ol>'],
    ['2026. 1. 5. a\n2026. 3. 2. b', '<p>2026. 1. 5. a<br>2026. 3. 2. b</p>'],
    ['- 3. 1. a', '<ul class="tight"><li><p>3. 1. a</p></li></ul>'],
    ['> a', '<blockquote><p>a</p></blockquote>'],
    ['---', '<hr>'],
    ['<b onclick=x>', '<p class="verbatim">&lt;b onclick=x&gt;</p>'],
    [
      '[a](https://b.example "c")',
      '<p><a href="https://b.example/" target="_blank" rel="noopener noreferrer" title="c">a</a></p>',
    ],
    ['[a](javascript:x)', '<p><span title="javascript:x">a</span></p>'],
    [
      '| a | b |\n|-|-:|\n| 1 | 2 |',
      '<div class="table" tabindex="0"><table><thead><tr><th scope="col">a</th><th scope="col" class="right">b</th></tr></thead><tbody><tr><td>1</td><td class="right">2</td></tr></tbody></table></div>',
    ],
    ['```\na\n```', '<figure class="code"><pre tabindex="0"><code>a</code></pre></figure>'],
  ])('%j', (text, html) => expect(toHtml(text, { id: 't', texts })).toBe(html));

  it('colours code of languages that it knows, and names them', () => {
    const body = page('```ts\nconst a = 1;\n```');
    expect(body.querySelector('figcaption')?.textContent).toBe('TypeScript');
    expect(body.querySelector('.hljs-keyword')?.textContent).toBe('const');
    expect(body.querySelector('code')?.textContent).toBe('const a = 1;');
  });

  it('marks tasks in words', () => {
    const labels = [...page('- [x] a\n- [ ] b').querySelectorAll('.check')].map((one) =>
      one.getAttribute('aria-label'),
    );
    expect(labels).toEqual(['Done', 'To do']);
  });

  it('sets formulas as MathML without styles, and shows the source of what is none', () => {
    expect(page('$x^2$').querySelector('math msup')?.textContent).toBe('x2');
    expect(page(String.raw`$\pmb{x} \fcolorbox{red}{blue}{y}$`).querySelector('math')).not.toBeNull();
    expect(page(String.raw`$\fcolorbox{red}{blue}{y}$`).querySelector('[style]')).toBeNull();
    const water = page(String.raw`$\ce{2 H2 + O2 -> 2 H2O}$ weighs $\pu{36.03 g/mol}$`);
    expect(water.querySelectorAll('math')).toHaveLength(2);
    expect(water.querySelectorAll('math msub')).toHaveLength(3);
    const wrong = page(String.raw`$\frac{a$`);
    expect(wrong.querySelector('math')).toBeNull();
    expect(wrong.querySelector('code.tex')?.textContent).toBe(String.raw`\frac{a`);
  });

  it('links notes to and fro, and leaves a mark without a note as it is', () => {
    const body = page('a[^x] b[^y]\n\n[^x]: note');
    const reference = body.querySelector('sup a');
    expect(body.querySelector(reference?.getAttribute('href') ?? '')?.textContent).toContain('note');
    expect(body.querySelector(body.querySelector('.back')?.getAttribute('href') ?? '')).toBe(reference);
    expect(body.textContent).toContain('[^y]');
  });

  it('names images of other servers instead of loading them', () => {
    const body = page('![a plan](https://other.example/a.png)');
    expect(body.querySelector('img')).toBeNull();
    expect(body.querySelector('a')?.textContent).toBe('Image: a plan');
  });

  const HOSTILE = [
    '<script>x()</script>',
    '<img src=x onerror=x()>',
    '"><svg onload=x()>',
    "' onmouseover='x()",
    '</code></pre><iframe>',
    '</title><style>*{}',
    '[a](javascript:x)',
    '[a](https://a.example/"onclick=x)',
    '![a](data:text/html,x)',
    '<https://a.example/\'">',
    '```"><script>\n</code>\n```',
    '$\\href{javascript:x}{y}$',
    '$\\htmlClass{a"b}{y}$',
    '$</math><script>$',
    '$\\text{ style="x"</mtext>}$',
    '$\\ce{\\href{javascript:x}{y}}$',
    '$\\ce{</math><script>}$',
    '$\\pu{1 "</mtext>}$',
    '[^"><b>]\n\n[^"><b>]: x',
    '| "><b> |\n|-|\n| <i> |',
    '- [x] <b>',
    '&lt;b&gt; &#60;b&#62;',
    '\u0000<\u0000script>',
    '\ud800<b>',
  ];

  it.each(HOSTILE)('takes %j for text', (text) => expect(problemsIn(text)).toEqual([]));

  it('holds nothing but what it is made of, whatever the text', () => {
    assert(
      property(
        array(
          oneof(
            constantFrom(...HOSTILE),
            string({ unit: codePoint, maxLength: 12 }),
            constantFrom('\n\n', '> ', '- ', '    '),
          ),
          { maxLength: 8 },
        ),
        (pieces) => {
          expect(problemsIn(pieces.join(''))).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('shows code exactly as it was written', () => {
    assert(
      property(string({ unit: codePoint, maxLength: 40 }), constantFrom('', 'ts', 'html', 'nothing'), (text, lang) => {
        const line = text
          .replaceAll(/[\r\n`\t]/g, '.')
          .replaceAll('\0', '.')
          .toWellFormed();
        expect(page(`\`\`\`${lang}\n${line}x\n\`\`\``).querySelector('pre')?.textContent).toBe(`${line}x`);
      }),
      { numRuns: 100 },
    );
  });
});
