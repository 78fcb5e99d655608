// @vitest-environment jsdom
import { assert, asyncProperty, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSha256 } from '#core/sha256.ts';
import { render as ko } from '#texts/ko/render.ts';
import type { SessionHistory } from '#archive/records.ts';
import type { RenderOptions } from '#archive/render/base/render-options.ts';
import { runs } from '#test/runs.ts';
import { answer, conversation, user, PNG, PNG_HASH, rendered, results, text } from './conversation.ts';
import { hostile } from './hostile.ts';

async function page(history: SessionHistory, options: Partial<RenderOptions> = {}): Promise<Document> {
  return new DOMParser().parseFromString(await rendered('html', history, options), 'text/html');
}

const textOfParts = (found: Element | null | undefined): string => found?.textContent.replace(/\s+/g, ' ').trim() ?? '';
const all = (inside: ParentNode, selector: string): string[] => [...inside.querySelectorAll(selector)].map(textOfParts);

describe('a page', () => {
  it('allows itself nothing but its own style and pictures inside it', async () => {
    const document = await page(conversation([user('hello')]));
    const policy = document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content');
    const style = new TextEncoder().encode(document.querySelector('style')?.textContent);
    const hash = Buffer.from(createSha256().update(style).hex(), 'hex').toString('base64');
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`,
    );
    expect(document.head.querySelector('meta[charset]')?.getAttribute('charset')).toBe('utf-8');
    // The policy applies only to what comes after it.
    const { children } = document.head;
    expect([...children].findIndex((one) => one.getAttribute('http-equiv') !== null)).toBe(1);
    expect(document.documentElement.lang).toBe('en');
    expect((await page(conversation([user('hello')]), { texts: ko })).documentElement.lang).toBe('ko');
  });

  it('tells who said what, when, and of whose model an answer is', async () => {
    const document = await page(conversation([user('hello *you*'), answer('# Hi')]));
    expect(all(document, 'article h2')).toEqual(['You', 'claude']);
    expect(all(document, 'article .body')).toEqual(['hello you', 'Hi']);
    expect(document.querySelector('article.answer')?.classList).toContain('by-anthropic');
    expect([...document.querySelectorAll('time')].map((time) => time.dateTime)).toEqual([
      '2026-11-20T09:00:00.000Z',
      '2026-11-20T09:01:00.000Z',
    ]);
  });

  it('sets the paragraphs of an alert one below the other, whatever its kind is called', async () => {
    const kinds = ['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'];
    const body = kinds.map((kind) => `> [!${kind}]\n> One\n>\n> Two`).join('\n\n');
    const shown = await page(conversation([answer(`${body}\n\nA note[^1].\n\n[^1]: Below`)]));
    const frame = document.createElement('div');
    frame.append(shown.querySelector('style') ?? '', shown.querySelector('main') ?? '');
    document.body.append(frame);
    const layouts = (selector: string) =>
      [...frame.querySelectorAll(selector)].map((one) => getComputedStyle(one).display);
    expect(layouts('.alert')).toEqual(kinds.map(() => 'block'));
    expect(layouts('.notes > .note')).toEqual(['grid']);
    frame.remove();
  });

  it('puts pictures into itself, and only names what is no picture or no longer stored', async () => {
    const picture = { type: 'image', mime: 'image/png', blob: PNG_HASH, bytes: PNG.length } as const;
    const removed = { ...picture, blob: 'f'.repeat(64) };
    const file = { type: 'file', name: 'a & b.svg', mime: 'image/svg+xml', blob: PNG_HASH, bytes: PNG.length } as const;
    const odd = { ...picture, mime: 'image/png;"><script>' };
    const document = await page(conversation([user('', { parts: [picture, removed, file, odd] })]));
    const images = [...document.querySelectorAll('img')];
    expect(images.map((one) => one.src)).toEqual([`data:image/png;base64,${Buffer.from(PNG).toString('base64')}`]);
    expect(images[0]?.alt).toBe('Image 1');
    expect(all(document, '.file')).toEqual([
      'Image 2image/png70 Bno longer stored',
      'a & b.svgimage/svg+xml70 B',
      'Image 3image/png;"><script>70 B',
    ]);
    expect(document.querySelector('script')).toBeNull();
  });

  it('folds thinking and calls, and shows calls with what came back', async () => {
    const document = await page(
      conversation([
        user('look'),
        answer(
          [
            { type: 'thinking', text: 'Hm **well**', durationMs: 2_000 },
            { type: 'tool_call', id: 'c', name: 'read', args: { path: '<a>' } },
          ],
          { stop: 'tool' },
        ),
        results({ type: 'tool_result', callId: 'c', text: '</code>', outcome: { status: 'denied' } }),
        answer('Done'),
      ]),
    );
    expect(all(document, 'details.thinking summary')).toEqual(['Thought for 2 s']);
    expect(document.querySelector('details.thinking strong')?.textContent).toBe('well');
    expect(all(document, 'details.tool summary span')).toEqual(['read', 'path: <a>', 'denied']);
    expect([...document.querySelectorAll('details.tool pre')].map((one) => one.textContent)).toEqual([
      '{\n  "path": "<a>"\n}',
      '</code>',
    ]);
    // Steps of one model share one heading.
    expect(all(document, 'article h2')).toEqual(['You', 'claude']);
    expect(document.querySelectorAll('article').length).toBe(3);
  });

  it('lists the questions of a long conversation, each of which leads to its place', async () => {
    const said = Array.from({ length: 6 }, (_, at) => [user(`question ${at}`), answer('yes')]).flat();
    const document = await page(conversation(said));
    const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')];
    expect(links.map((link) => textOfParts(link.lastElementChild))).toEqual(
      [0, 1, 2, 3, 4, 5].map((at) => `question ${at}`),
    );
    for (const [at, link] of links.entries())
      expect(textOfParts(document.querySelector(`${link.hash} .body`))).toBe(`question ${at}`);
    expect((await page(conversation(said.slice(0, 10)))).querySelector('nav')).toBeNull();
  });

  it('keeps the words of Korean together', async () => {
    const document = await page(conversation([user('안녕하세요'), answer('hello')]));
    expect([...document.querySelectorAll('.text')].map((one) => one.classList.contains('ko'))).toEqual([true, false]);
  });

  it('keeps every text in its place, whatever it holds', async () => {
    const said = record({
      title: hostile,
      system: hostile,
      question: hostile,
      thinking: hostile,
      model: hostile,
      tool: hostile,
      argument: hostile,
      result: hostile,
      file: hostile,
      mime: hostile,
      server: hostile,
      kind: hostile,
      reason: hostile,
      error: hostile,
      code: hostile,
    });
    await assert(
      asyncProperty(said, async (one) => {
        const history = conversation([
          user(one.question, {
            parts: [
              text(one.question),
              {
                type: 'file',
                name: one.file,
                mime: one.mime,
                blob: 'f',
                bytes: 1,
                from: { server: one.server, uri: one.server },
              },
            ],
          }),
          answer(
            [
              { type: 'thinking', text: one.thinking },
              { type: 'tool_call', id: 'c', name: one.tool, args: { [one.argument]: one.argument } },
              { type: 'vendor_block', kind: one.kind, data: one.kind },
            ],
            { stop: 'tool', origin: { vendor: 'openai', model: one.model } },
          ),
          results({
            type: 'tool_result',
            callId: 'c',
            text: one.result,
            outcome: { status: 'denied', decision: { given: 'deny', reason: one.reason } },
          }),
          answer([], { error: { kind: 'server', retryable: false, message: one.error, code: one.code } }),
        ]);
        history.session.title = one.title;
        history.session.system = one.system;
        const document = await page(history);
        /** Normalizes like a parser: one kind of line end, and a replacement for invalid characters. */
        const read = (value: string) => value.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd').toWellFormed();
        const line = (value: string) =>
          value
            .replace(/[\s\p{Cc}]+/gu, ' ')
            .trim()
            .toWellFormed();
        const exactly = (selector: string) => document.querySelector(selector)?.textContent;

        expect(exactly('title')).toBe(line(one.title));
        expect(exactly('h1')).toBe(line(one.title));
        expect(exactly('.system')).toBe(read(one.system));
        expect(exactly('article.answer h2')).toBe(line(one.model));
        expect(exactly('.tool .name')).toBe(line(one.tool));
        expect(exactly('.tool .code + h3 + .code pre')).toBe(read(one.result));
        expect(exactly('.tool .code pre')).toBe(read(JSON.stringify({ [one.argument]: one.argument }, null, 2)));
        expect(exactly('.file bdi')).toBe(line(one.file));
        expect(exactly('.error .words')).toBe(read(one.error));
        expect(exactly('.error .said')).toBe(line(one.code));

        const names = new Set([...document.querySelectorAll('*')].map(({ localName }) => localName));
        for (const name of ['script', 'svg', 'iframe', 'object', 'embed', 'form', 'img', 'base'])
          expect(names).not.toContain(name);
        expect(document.querySelectorAll('style').length).toBe(1);
        expect(document.querySelectorAll('meta').length).toBe(7);
        expect(document.querySelectorAll('main > article').length).toBe(3);
        for (const element of document.querySelectorAll('body, body *'))
          for (const { name } of element.attributes) expect(name).not.toMatch(/^on|^style$|autofocus/);
      }),
      { numRuns: runs(40) },
    );
  });
});
