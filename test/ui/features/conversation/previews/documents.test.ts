import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDocuments, locate, versionsOf } from '#ui/features/conversation/previews/find-versions.ts';
import { readCsv } from '#ui/features/conversation/previews/read-csv.ts';

describe('readCsv', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', ';', '\t', '\n', '가') });
  it('reads what a spreadsheet writes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 5 }),
        (mark, end, rows) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const text = rows.map((row) => row.map(quoted).join(mark)).join(end);
          expect(readCsv(text)).toEqual(rows);
          expect(readCsv(text + end)).toEqual(rows);
        },
      ),
    );
  });

  it('takes what is not quite right', () => {
    expect(readCsv('')).toEqual([]);
    expect(readCsv('a,b\n1,\n')).toEqual([
      ['a', 'b'],
      ['1', ''],
    ]);
    expect(readCsv('a,b\n1,')).toEqual([
      ['a', 'b'],
      ['1', ''],
    ]);
    expect(readCsv('a;"b\nc')).toEqual([['a', 'b\nc']]);
    expect(readCsv('a"b,c')).toEqual([['a"b', 'c']]);
    expect(readCsv('a, "b, c", d')).toEqual([['a', 'b, c', ' d']]);
    expect(readCsv('Sales, all\na;b\n1;2,5\n2;3')[2]).toEqual(['1', '2,5']);
  });
});

describe('versions', () => {
  const answer = (id: string, ...texts: string[]) => ({
    id,
    parts: texts.map((text) => ({ type: 'text' as const, text })),
  });
  const page = (title: string, body: string) => `\`\`\`html\n<title>${title}</title>${body}\n\`\`\``;
  const subject = (text: string, messageId: string | null) => ({
    source: 'code' as const,
    kind: 'html' as const,
    text,
    messageId,
    opener: {} as HTMLElement,
    at: 0,
  });

  it('are documents of one kind and title, and stay the same while they grow', () => {
    const first = answer('a', page('Relay', '1'), page('Other', 'x'));
    const all = findDocuments([first, answer('b', page('Relay', '2')), answer('c', '```html\n<title>Relay</title>3')]);
    expect(all.map(({ id, title, closed }) => [id, title, closed])).toEqual([
      ['a#0', 'Relay', true],
      ['a#1', 'Other', true],
      ['b#0', 'Relay', true],
      ['c#0', 'Relay', false],
    ]);
    const found = locate(all, subject('<title>Relay</title>2', 'b'));
    expect(versionsOf(all, found).map(({ id }) => id)).toEqual(['a#0', 'b#0', 'c#0']);
    expect(locate(all, subject('<title>Relay</title>', 'c')).id).toBe('c#0');
  });

  it('without a title are edits of the same block, not other blocks of its kind', () => {
    const diagram = (...lines: string[]) => ['```mermaid', 'flowchart TD', ...lines, '```'].join('\n');
    const login = ['A[Login] --> B{Known?}', 'B -->|yes| C[Home]'];
    const order = ['A[Order] --> B[Pay]', 'B --> C[Ship]'];
    const all = findDocuments([
      answer('a', diagram(...login), diagram(...order)),
      answer('b', diagram('X --> Y')),
      answer('c', diagram(...order, 'C --> D[Thanks]')),
      answer('d', diagram(login[0] ?? '', 'B -->|no| D[Sign up]', login[1] ?? '')),
      answer('e', '```json\n{"a": 1, "b": 2}\n```', '```json\n{"a": 1, "b": 2}\n```'),
      answer('f', '```json\n{"a": 1, "b": 3}\n```'),
    ]);
    const ids = (id: string) => {
      const one = all.find((document) => document.id === id);
      return one && versionsOf(all, one).map((version) => version.id);
    };
    expect(ids('a#0')).toEqual(['a#0', 'd#0']);
    expect(ids('a#1')).toEqual(['a#1', 'c#0']);
    expect(ids('b#0')).toEqual(['b#0']);
    expect(ids('e#0')).toEqual(['e#0']);
    expect(ids('e#1')).toEqual(['e#1', 'f#0']);
  });

  it('follow an edit while it grows', () => {
    const all = findDocuments([
      answer('a', '```mermaid\nflowchart TD\nA --> B\nB --> C\n```'),
      answer('b', '```mermaid\nflowchart TD\nA --> B\nB -'),
    ]);
    const [first] = all;
    expect(first && versionsOf(all, first).map(({ id }) => id)).toEqual(['a#0', 'b#0']);
  });

  it('show code that isn’t found on its own', () => {
    const all = findDocuments([answer('a', page('Relay', '1'))]);
    expect(locate(all, subject('<title>Gone</title>', 'a'))).toMatchObject({ id: '', title: 'Gone', closed: true });
  });

  it('count files by their name', () => {
    const file = (blob: string) => ({ type: 'file' as const, mime: 'text/csv', name: 'times.csv', blob, bytes: 3 });
    const all = findDocuments([
      { id: 'a', parts: [file('1')] },
      { id: 'b', parts: [file('2')] },
    ]);
    const [first] = all;
    expect(first && versionsOf(all, first).map((one) => one.file?.blob)).toEqual(['1', '2']);
  });
});
