import { array, assert, asyncProperty, property, sample, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNames, safeName } from '#archive/render/base/file-names.ts';
import { FORMATS, RENDER_FORMATS, type RenderFormat } from '#archive/render/formats.ts';
import { renderSingle, writeRendered } from '#archive/render/write-rendered.ts';
import { openRendering } from '#archive/render/base/rendering.ts';
import { guardFiles } from '#archive/files.ts';
import type { HistorySource } from '#archive/write-archive.ts';
import { histories } from '../arbitrary-session.ts';
import { concat, MemoryFiles } from '../memory-files.ts';
import { sourceOf } from '../support.ts';
import { answer, BLOBS, conversation, OPTIONS, user, PNG, PNG_HASH, rendered, results } from './conversation.ts';
import { hostile } from './hostile.ts';

describe('a file name', () => {
  it.each([
    ['두 컴퓨터 사이에서: 동기화?', '두 컴퓨터 사이에서 동기화'],
    ['a/b\\c', 'a b c'],
    ['../../etc/passwd', 'etc passwd'],
    ['.hidden', 'hidden'],
    ['ends with dots...', 'ends with dots'],
    ['con', 'con_'],
    ['LPT1.txt', 'LPT_1.txt'],
    ['console', 'console'],
    ['a\u202egpj.exe', 'a gpj.exe'],
    [' \u0000\n ', 'empty'],
    ['', 'empty'],
    ['\ud800', '\ufffd'],
    ['👨‍👩‍👧 ❤️', '👨‍👩‍👧 ❤️'],
    ['\u200d\ufe0f', 'empty'],
  ])('of %j is %j', (title, name) => expect(safeName(title, 'empty')).toBe(name));

  it('is one that every system takes, and stays what it is', () => {
    assert(
      property(hostile, (title) => {
        const name = safeName(title, 'x');
        expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}\p{Cf}]|^[. ]|[. ]$/u);
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(170);
        expect(safeName(name, 'x')).toBe(name);
      }),
    );
    expect(safeName('가'.repeat(500), 'x')).toBe('가'.repeat(53));
    expect(safeName('👨‍👩‍👧‍👦'.repeat(50), 'x')).toBe('👨‍👩‍👧‍👦'.repeat(6));
  });

  it('is given once, whatever its case', () => {
    const name = createNames();
    expect(['Plan', 'plan', 'PLAN', 'plan (2)'].map((one) => name(one, '.md'))).toEqual([
      'Plan.md',
      'plan (2).md',
      'PLAN (3).md',
      'plan (2) (2).md',
    ]);
    expect(name('plan', '.txt')).toBe('plan.txt');
    assert(
      property(array(string({ maxLength: 2 })), (requested) => {
        const give = createNames();
        const given = requested.map((one) => give(safeName(one, 'x'), '.md').toLowerCase());
        expect(new Set(given).size).toBe(given.length);
      }),
    );
  });
});

const image = { type: 'image', mime: 'image/png', blob: PNG_HASH, bytes: PNG.length } as const;
const said = () => [
  user('', {
    parts: [image, { type: 'file', name: '보고서.pdf', mime: 'application/pdf', blob: PNG_HASH, bytes: PNG.length }],
  }),
  answer(
    [
      { ...image, blob: 'f'.repeat(64) },
      { type: 'tool_call', id: 'c', name: 'look', args: {} },
    ],
    { stop: 'tool' },
  ),
  results({
    type: 'tool_result',
    callId: 'c',
    text: '',
    images: [{ mime: 'image/png', blob: PNG_HASH, bytes: PNG.length }],
  }),
];

function named(id: string, title: string) {
  const history = conversation(
    said().map((one, at) => ({
      ...one,
      id: `${id}${at}`,
      sessionId: id,
      parentId: at === 0 ? null : `${id}${at - 1}`,
    })),
  );
  return { ...history, session: { ...history.session, id, title, leafId: `${id}2` } };
}

describe('several conversations', () => {
  it('are files of their titles, with their attachments beside them', async () => {
    const sink = new MemoryFiles();
    const source = sourceOf([named('a', '기록 / 백업'), named('b', '기록 : 백업'), named('c', '')], BLOBS);
    const done = await writeRendered(source, ['a', 'b', 'gone', 'c'], sink, { ...OPTIONS, format: 'markdown' });
    expect([...sink.contents.keys()]).toEqual(
      ['기록 백업', '기록 백업 (2)', 'New chat'].flatMap((name) => [
        `${name}.md`,
        `${name} (files)/Image 1.png`,
        `${name} (files)/보고서.pdf`,
        `${name} (files)/Image from the tool.png`,
      ]),
    );
    expect(sink.contents.get('기록 백업 (files)/보고서.pdf')).toEqual(Buffer.from(PNG));
    const written = sink.text('기록 백업.md');
    const encoded = encodeURIComponent('기록 백업 (files)');
    expect(written).toContain(`![Image 1](<${encoded}/Image%201.png>)`);
    expect(written).toContain(`[보고서.pdf](<${encoded}/${encodeURIComponent('보고서.pdf')}>)`);
    expect(written).toContain('no longer stored');
    const bytes = [...sink.contents.values()].reduce((sum, { length }) => sum + length, 0);
    expect(done).toEqual({ conversations: 3, messages: 6, blobs: 9, lost: 3, bytes });
  });

  const inFormat = async (format: RenderFormat): Promise<{ names: string[]; written: string }> => {
    const sink = new MemoryFiles();
    await writeRendered(sourceOf([named('a', 't')], BLOBS), ['a'], sink, { ...OPTIONS, format });
    return { names: [...sink.contents.keys()], written: sink.text(`t.${FORMATS[format].extension}`) };
  };

  it.each(['text', 'json'] as const)('say where their attachments are: %s', async (format) => {
    expect((await inFormat(format)).written).toContain('t (files)/보고서.pdf');
  });

  it('have pictures in a page itself, and link to its files', async () => {
    const { names, written } = await inFormat('html');
    expect(names).toEqual(['t.html', 't (files)/보고서.pdf']);
    expect(written).toContain(`<a href="t%20(files)/${encodeURIComponent('보고서.pdf')}">`);
  });

  it('stop when they are told to', async () => {
    const stop = new AbortController();
    const job = { ...OPTIONS, format: 'text' as const, signal: stop.signal, onProgress: () => stop.abort() };
    const source = sourceOf([named('a', 'a'), named('b', 'b')], BLOBS);
    const sink = new MemoryFiles();
    await expect(writeRendered(source, ['a', 'b'], sink, job)).rejects.toThrow(/abort/i);
    expect(sink.contents.has('b.txt')).toBe(false);
  });

  it('have names that a reader of archives takes too', async () => {
    await assert(
      asyncProperty(array(hostile, { maxLength: 5 }), async (titles) => {
        const sink = new MemoryFiles();
        const ids = titles.map((_, at) => `s${at}-`);
        await writeRendered(
          sourceOf(
            titles.map((title, at) => named(`s${at}-`, title)),
            BLOBS,
          ),
          ids,
          sink,
          {
            ...OPTIONS,
            format: 'markdown',
          },
        );
        expect(guardFiles(sink.list()).size).toBe(sink.contents.size);
        expect(sink.contents.size).toBe(4 * titles.length);
      }),
      { numRuns: 40 },
    );
  });
});

describe('one conversation', () => {
  it('is one file that needs nothing beside it', async () => {
    const source = sourceOf([named('a', 't')], BLOBS);
    for (const format of RENDER_FORMATS) {
      const alone = await renderSingle(source, 'a', { ...OPTIONS, format });
      const bytes = alone && (await concat(alone.content));
      expect(new TextDecoder().decode(bytes ?? undefined)).toBe(await rendered(format, named('a', 't')));
      expect(alone?.messages).toBe(2);
      // The PDF, which has the bytes of the pictures.
      expect(alone?.named()).toBe(1);
    }
    expect(await renderSingle(source, 'gone', { ...OPTIONS, format: 'text' })).toBeNull();
  });

  it('is the same however its records arrive, and holds one answer at a time', async () => {
    for (const [one] of sample(histories, { numRuns: 30, seed: 8 })) {
      if (!one) continue;
      const complete = sourceOf([one]);
      let given = 0;
      const slow: HistorySource = {
        ...complete,
        async *records(id) {
          for await (const record of complete.records(id)) {
            given++;
            await new Promise(setImmediate);
            yield record;
          }
        },
      };
      for (const format of RENDER_FORMATS) {
        const text = await (async () => {
          const rendering = await openRendering(slow, one.session.id, OPTIONS);
          const pieces: string[] = [];
          if (rendering) for await (const piece of FORMATS[format].write(rendering)) pieces.push(piece);
          return pieces.join('');
        })();
        const again = await renderSingle(complete, one.session.id, { ...OPTIONS, format });
        expect(new TextDecoder().decode(again ? await concat(again.content) : undefined)).toBe(text.toWellFormed());
      }
      expect(given).toBeGreaterThan(0);
    }
  });

  it('begins to be written before it is read to its end', async () => {
    const said = Array.from({ length: 100 }, (_, at) => user(`message ${at}`));
    const history = conversation(said);
    const source = sourceOf([history]);
    let read = 0;
    const watched: HistorySource = {
      ...source,
      async *records(id) {
        read = 0;
        for await (const record of source.records(id)) {
          read++;
          yield record;
        }
      },
    };
    const behind: number[] = [];
    for (const format of RENDER_FORMATS) {
      const rendering = await openRendering(watched, 's', OPTIONS);
      if (!rendering) throw new Error('not there');
      for await (const piece of FORMATS[format].write(rendering)) {
        const number = piece.includes('<nav') ? undefined : /message (\d+)/.exec(piece)?.[1];
        if (number !== undefined) behind.push(read - Number(number));
      }
    }
    expect(behind.length).toBe(400);
    expect(Math.max(...behind)).toBeLessThan(6);
  });
});
