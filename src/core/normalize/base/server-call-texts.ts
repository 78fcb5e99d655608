import type { ServerCall } from '../../server-tools/server-calls.ts';
import type { Citation, ReadPage, Source } from '../../server-tools/own-block.ts';
import { sourceKey, sourcesOf } from '../../server-tools/cited-text.ts';
import { readOwnBlock } from '../../server-tools/read-block.ts';
import { wellFormed } from '../../text.ts';

/*
 * What a model is told of tools that another vendor ran (vendor-rules W2, W3, W5). It comes from the web, so it is
 * quoted, on one line, without invisible characters and cut. The same answer always gives the same text.
 */

const MAX_LINE = 300;
const MAX_SOURCES = 20;
const MAX_CODE = 4_000;
const MAX_PAGE = 20_000;

/** Control characters and those that change the direction or hide: an address or a title needs none. */
const line = (text: string, most = MAX_LINE): string =>
  cut(
    wellFormed(text)
      .replace(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
      .trim(),
    most,
  );

const lines = (text: string, most: number): string =>
  cut(
    wellFormed(text)
      .replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, '')
      .trimEnd(),
    most,
  );

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()} […]`;
}

const fence = (text: string): string =>
  '`'.repeat(Math.max(3, ...(text.match(/`+/g) ?? []).map(({ length }) => length + 1)));

function block(text: string, language = ''): string {
  const marks = fence(text);
  return `${marks}${language}\n${text}\n${marks}`;
}

/** Numbers sources, from 1 in each answer, and says each of them once. */
export class SourceNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #quotes = new Map<string, string[]>();

  /** `citations`: all of the answer. */
  constructor(citations: readonly Citation[]) {
    for (const { source, quote, pages } of citations) {
      const key = sourceKey(source);
      const place = pages && (pages.from === pages.to ? `Page ${pages.from}` : `Pages ${pages.from}-${pages.to}`);
      const said = [place, quote === undefined ? undefined : `"${line(quote)}"`].filter((one) => one !== undefined);
      if (said.length === 0) continue;
      const before = this.#quotes.get(key) ?? [];
      if (!before.includes(said.join(': '))) this.#quotes.set(key, [...before, said.join(': ')]);
    }
  }

  has(source: Source): boolean {
    return this.#numbers.has(sourceKey(source));
  }

  /** The sources that were not said before, as lines. */
  list(sources: readonly Source[]): string[] {
    const fresh = sources.filter((source) => !this.has(source));
    const said = fresh.slice(0, MAX_SOURCES);
    const texts = said.flatMap((source) => {
      const number = this.#numbers.size + 1;
      this.#numbers.set(sourceKey(source), number);
      const { title, address, date } = source;
      const name = [line(title), ...(address === null || address === title ? [] : [line(address, 2_000)])].join(' - ');
      const when = date === undefined ? '' : ` (${line(date, 60)})`;
      return [
        `[${number}] ${name}${when}`,
        ...(this.#quotes.get(sourceKey(source)) ?? []).map((quote) => `    ${quote}`),
      ];
    });
    return fresh.length > said.length ? [...texts, `[${fresh.length - said.length} more]`] : texts;
  }
}

function sourceLines(sources: readonly Source[], numbers: SourceNumbers): string[] {
  const texts = numbers.list(sources);
  return texts.length === 0 ? [] : ['Sources:', ...texts];
}

const quoted = (asked: readonly string[]): string => asked.map((text) => `"${line(text)}"`).join('; ');

/** `goes`: its result comes later, in another answer. */
export function serverCallText(call: ServerCall, numbers: SourceNumbers, goes = false): string {
  const { tool, asked, done, error, sources, output, language = '' } = call;
  const name = { search: 'Web search', fetch: 'Reading a page', code: 'Running code', other: 'A tool of the vendor' }[
    tool
  ];
  const what = asked.length === 0 ? '' : tool === 'code' ? '' : ` ${quoted(asked)}`;
  if (!done) return goes ? `[${name}:${what || ' started'}]` : `[${name}${what} was started and not finished]`;
  if (error !== null && tool !== 'code') return `[${name}${what} failed: ${line(error, 80)}]`;
  switch (tool) {
    case 'search':
      return [`[Web search${what === '' ? '' : `:${what}`}]`, ...sourceLines(sources, numbers)].join('\n');
    case 'fetch':
      return [`[Read${what}]`, ...sourceLines(sources, numbers)].join('\n');
    case 'code': {
      const code = lines(asked.join('\n'), MAX_CODE);
      const ended = error === null ? [] : [`[Ended with: ${line(error, 80)}]`];
      const said = output.trim() === '' ? [] : ['Output:', block(lines(output, MAX_CODE))];
      return [
        `[Ran ${line(language, 40) || 'code'}]`,
        ...(code === '' ? [] : [block(code, line(language, 40))]),
        ...said,
        ...ended,
      ].join('\n');
    }
    default:
      return `[${name} was used${what === '' ? '' : `:${what}`}]`;
  }
}

/** A block that holds a call and its result, as text; `null` for any other. */
export function wholeCallText(block: { kind: string; data: string }): string | null {
  const own = readOwnBlock(block);
  return own?.role === 'whole' ? serverCallText({ ...own, done: true }, new SourceNumbers([])) : null;
}

/** Sources that an answer cites and no search in it lists. Empty when there are none. */
export function citedSourcesText(
  citations: readonly Citation[],
  queries: readonly string[],
  numbers: SourceNumbers,
): string {
  const searched = queries.length === 0 ? [] : [`[Web search: ${quoted(queries)}]`];
  return [...searched, ...sourceLines(sourcesOf(citations), numbers)].join('\n');
}

/** What a page said, for the user's side of the conversation: nothing in it is the model's own word. */
export function readPageText({ title, address, text }: ReadPage): string {
  const quote = lines(text, MAX_PAGE)
    .split('\n')
    .map((one) => `> ${one}`.trimEnd())
    .join('\n');
  return `[What the page said that was read above: ${line(title)}, ${line(address, 2_000)}]\n${quote}`;
}
