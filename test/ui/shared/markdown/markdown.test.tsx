// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type * as TextClient from '#markdown/worker/text-client.ts';
import { openTextPort } from '#test/fakes/text-port.ts';
import { Markdown } from '#ui/shared/markdown/markdown.tsx';
import { mathRenderer } from '#ui/shared/markdown/math.tsx';
import { render } from '../../support/render.tsx';
import { click } from '../../support/user.ts';

vi.mock('#ui/shared/markdown/text-client.ts', async () => {
  const { createTextClient } = await vi.importActual<typeof TextClient>('#markdown/worker/text-client.ts');
  return { textClient: createTextClient(openTextPort) };
});

const TOUR = `# Tour

Text with **bold**, *em*, \`code\`, ~~gone~~, a [link](https://example.com "t") and [a reference][r].[^1]
Second line, $x^2$ and https://example.com/a_b에서.

Setext
---

- one
- two
  1. nested $a*b$
  2. \`\`\`js
     const a = 1;
     \`\`\`

- [x] loose task

> quote
> - in quote
lazy

| a | b |
|:--|--:|
| **1** | <br> |

$$
\\frac{1}{2}
$$

<details>
raw

![image](https://example.com/i.png)

[r]: https://example.com/r
[^1]: Note with \`code\`.

    and a second paragraph.
`;

const show = async (text: string, streaming = false) =>
  (await render(<Markdown text={text} streaming={streaming} />)).container;

/** Records what is written to the clipboard, which jsdom doesn't have. */
function watchClipboard() {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  return writeText;
}

describe('Markdown', () => {
  it('keeps single line breaks, as people expect in a chat', async () => {
    const view = await show('one\ntwo\n\nthree');
    expect(view.querySelectorAll('p')).toHaveLength(2);
    expect(view.querySelectorAll('br')).toHaveLength(1);
  });

  it('draws headings below that of the message, without skipping a level', async () => {
    const tags = async (text: string) =>
      [...(await show(text)).querySelectorAll('[data-depth]')].map((one) => one.tagName).join(' ');
    expect(await tags('# One\n\n## Two\n\n###### Six')).toBe('H3 H4 H5');
    expect(await tags('### Only\n\n##### below')).toBe('H3 H4');
  });

  it('reads task lists aloud as done and to do', async () => {
    const view = await show('- [x] bread\n- [ ] milk');
    expect([...view.querySelectorAll('li')].map((one) => one.textContent)).toEqual(['Done: bread', 'To do: milk']);
    expect(view.querySelector('input')).toBeNull();
  });

  it('starts ordered lists where the text starts them', async () => {
    const view = await show('3. three\n4. four');
    expect(view.querySelector('ol')?.getAttribute('start')).toBe('3');
  });

  it('aligns table columns and names the region that scrolls', async () => {
    const view = await show('| a | b |\n|:--|--:|\n| 1 | 2 |');
    const cells = [...view.querySelectorAll('td')];
    expect(cells.map((cell) => cell.style.textAlign)).toEqual(['left', 'right']);
    expect(view.querySelector('[role=group]')?.getAttribute('aria-label')).toBe('Table');
    expect(view.querySelector<HTMLElement>('[role=group]')?.tabIndex).toBe(0);
  });

  it('puts a line break where a model wrote <br> in a cell', async () => {
    const view = await show('| a |\n|---|\n| one<br>two |');
    expect(view.querySelector('td br')).not.toBeNull();
  });

  it('copies a table as CSV that no spreadsheet runs', async () => {
    const writeText = watchClipboard();
    const view = await show('| a, b | **c** |\n|---|---|\n| =1+1 | -5 |\n| say "hi" | `x` |');
    await click(view.querySelector<HTMLElement>('[aria-label="Copy as CSV"]'));
    expect(writeText).toHaveBeenCalledWith('"a, b",c\r\n\'=1+1,-5\r\n"say ""hi""",x');
  });

  it('copies code exactly, without the closing line end', async () => {
    const writeText = watchClipboard();
    const view = await show('```js\nif (a < b && c) {\n\treturn "x";\n}\n```');
    await click(view.querySelector<HTMLElement>('[aria-label="Copy code"]'));
    expect(writeText).toHaveBeenCalledWith('if (a < b && c) {\n\treturn "x";\n}');
  });

  it('colours finished code of a known language and nothing else', async () => {
    const coloured = await show('```ts\nconst a = 1;\n```');
    await waitFor(() => expect(coloured.querySelector('.hljs-keyword')?.textContent).toBe('const'));
    const plain = [
      await show('```ts\nconst a = 2;', true),
      await show('```nolang\nconst a = 1;\n```'),
      await show(`\`\`\`ts\nconst a = "${'x'.repeat(6000)}";\n\`\`\``),
      await show(`\`\`\`ts\n${'const a = 1;\n'.repeat(9000)}\`\`\``),
    ];
    const next = await show('```ts\nconst b = 1;\n```');
    await waitFor(() => expect(next.querySelector('.hljs-keyword')).not.toBeNull());
    for (const view of plain) expect(view.querySelector('[class*=hljs]')).toBeNull();
  });

  it('folds long code and says how long it is', async () => {
    const view = await show(`\`\`\`\n${Array.from({ length: 120 }, (_, at) => `line ${at}`).join('\n')}\n\`\`\``);
    const button = view.querySelector<HTMLElement>('button[aria-expanded]');
    expect(button?.getAttribute('aria-expanded')).toBe('false');
    expect(button?.textContent).toBe('Show 120 lines');
    await click(button);
    expect(button?.getAttribute('aria-expanded')).toBe('true');
  });

  it('does not fold code that has just grown before the eyes', async () => {
    const code = `\`\`\`\n${'line\n'.repeat(120)}`;
    const view = await render(<Markdown text={code} streaming />);
    await view.rerender(<Markdown text={`${code}\`\`\``} streaming />);
    await view.rerender(<Markdown text={`${code}\`\`\``} />);
    expect(view.container.querySelector('button[aria-expanded]')?.getAttribute('aria-expanded')).toBe('true');
  });

  it('draws formulas through the DOM, and shows wrong ones as their source', async () => {
    await mathRenderer.load();
    const view = await show('Inline $a^2$ and\n\n$$\n\\frac{1}{2}\n$$\n\n$\\undefinedthing{$');
    expect(view.querySelectorAll('.katex')).toHaveLength(2);
    expect(view.querySelector('.katex-display')).not.toBeNull();
    expect(view.querySelector('math')).not.toBeNull();
    expect(view.querySelector('.katex-error')?.textContent).toContain('\\undefinedthing');
  });

  it('lets no formula reach out of itself or grow without end', async () => {
    await mathRenderer.load();
    const view = await show(
      '$\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://evil.example/a.png}$ $\\htmlStyle{position:fixed}{x}$ $\\rule{9999em}{9999em}$ $\\def\\a{\\a\\a}\\a$',
    );
    expect(view.querySelector('a, img, [style*="fixed"]')).toBeNull();
    for (const rule of view.querySelectorAll<HTMLElement>('.rule'))
      expect(Number.parseFloat(rule.style.borderRightWidth)).toBeLessThanOrEqual(24.5);
  });

  it('joins footnotes and their places, and leaves a bracket without a note alone', async () => {
    const view = await show('One[^a] and [^none] and a class [^0-9].\n\n[^a]: The **note**.');
    const reference = view.querySelector('sup a');
    const note = view.querySelector(`#${CSS.escape(reference?.getAttribute('href')?.slice(1) ?? '')}`);
    expect(note?.textContent).toContain('The note.');
    expect(view.querySelector('p')?.textContent).toBe('Onea and [^none] and a class [^0-9].');
  });

  it('never loads a remote image, and asks before it opens one', async () => {
    const view = await render(<Markdown text="![a chart](https://evil.example/track.png?id=1)" />);
    expect(view.container.querySelector('img')).toBeNull();
    const button = view.container.querySelector<HTMLElement>('button');
    expect(button?.textContent).toContain('a chart');
    expect(button?.textContent).toContain('evil.example');
    await click(button);
    expect(view.openExternal).not.toHaveBeenCalled();
    expect((await screen.findByRole('dialog')).textContent).toContain('https://evil.example/track.png?id=1');
  });

  it('shows a text of any size', async () => {
    const view = await show('word '.repeat(100_000));
    expect(view.textContent).toContain('Too large or complex');
    expect(view.textContent?.endsWith('word '.repeat(100_000))).toBe(true);
  });

  it('resolves entities in text and not in code', async () => {
    const view = await show('&lt;b&gt; &amp;amp; &copy; &#44032; &unknown; `&lt;`');
    expect(view.querySelector('p')?.textContent).toBe('<b> &amp; © 가 &unknown; &lt;');
  });

  it('ends with the same page whether the text streamed in or came whole', async () => {
    const ids = /«?:?_?r_?[0-9a-z]+_?:?»?-/g;
    const markup = (view: HTMLElement) => view.innerHTML.replace(ids, 'id-');
    const full = markup(await show(TOUR));
    for (const step of [1, 7, 40, 333]) {
      const view = await render(<Markdown text="" streaming />);
      for (let end = 0; end < TOUR.length; end += step)
        await view.rerender(<Markdown text={TOUR.slice(0, end)} streaming />);
      await view.rerender(<Markdown text={TOUR} />);
      expect(markup(view.container)).toBe(full);
    }
  });
});
