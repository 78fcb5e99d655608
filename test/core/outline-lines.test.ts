import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headOf, type MessageHead } from '#core/outline/message-head.ts';
import { plainExcerpt } from '#markdown/plain-excerpt.ts';
import { outlineLines, unfolded } from '#core/outline/outline-lines.ts';
import { pathTo } from '#core/tree.ts';

const head = (id: string, parentId: string | null, seq: number, over: Partial<MessageHead> = {}): MessageHead => ({
  id,
  parentId,
  seq,
  role: seq % 2 === 1 ? 'user' : 'assistant',
  status: 'complete',
  createdAt: seq,
  excerpt: id,
  attached: false,
  failed: false,
  ...over,
});

const shape = (heads: readonly MessageHead[], leaf: string | null) =>
  outlineLines(heads, leaf).map(({ id, level }) => `${'  '.repeat(level - 1)}${id}`);

/** A tree of messages: each one is below an earlier one, or is a first message. */
const trees = fc
  .array(fc.tuple(fc.nat(), fc.constantFrom('user', 'assistant', 'tool')), { minLength: 1, maxLength: 60 })
  .map((drawn) =>
    drawn.map(([pick, role], index) =>
      head(`m${index}`, pick % (index + 1) === 0 ? null : `m${(pick % (index + 1)) - 1}`, index + 1, {
        role: role === 'user' ? 'user' : role === 'tool' ? 'tool' : 'assistant',
      }),
    ),
  );

describe('the lines of an outline', () => {
  it('hold every message once, the chosen path whole and in order on the first level', () => {
    fc.assert(
      fc.property(trees, fc.nat(), (heads, pick) => {
        const leaf = heads[pick % heads.length]?.id ?? null;
        const lines = outlineLines(heads, leaf);
        expect(lines.flatMap(({ ids }) => ids).sort()).toEqual(heads.map(({ id }) => id).sort());
        const path = pathTo(heads, leaf).map(({ id }) => id);
        const chosen = lines.filter((line) => line.chosen);
        // The last line may include what automatically follows the end of the path.
        expect(chosen.flatMap(({ ids }) => ids).slice(0, path.length)).toEqual(path);
        expect(new Set(chosen.map(({ level }) => level))).toEqual(new Set([1]));
      }),
    );
  });

  it('make a tree: one level down at a time, below a line that opens, and folding it hides exactly those', () => {
    fc.assert(
      fc.property(trees, fc.nat(), (heads, pick) => {
        const lines = outlineLines(heads, heads[pick % heads.length]?.id ?? null);
        for (const [index, line] of lines.entries()) {
          const above = lines[line.under];
          expect(line.level).toBe(above ? above.level + 1 : 1);
          expect(above ? above.opens && line.under < index : line.under).toBe(above ? true : -1);
          const inside = lines.filter(({ under }) => under === index);
          expect(inside.length > 0).toBe(line.opens);
        }
        const openers = lines.filter(({ opens }) => opens);
        const folded = openers[pick % Math.max(1, openers.length)];
        if (!folded) return;
        const hidden = lines.filter((line) => !unfolded(lines, new Set([folded.id])).includes(line));
        const below = (line: (typeof lines)[number]): boolean => {
          const above = lines[line.under];
          return above !== undefined && (above === folded || below(above));
        };
        expect(hidden).toEqual(lines.filter(below));
      }),
    );
  });

  it('puts other versions below the one that the conversation goes on with', () => {
    const heads = [
      head('q1', null, 1),
      head('a1', 'q1', 2),
      head('q2', 'a1', 3),
      head('a2', 'q2', 4),
      head('q2b', 'a1', 5),
      head('a2b', 'q2b', 6),
      head('a2c', 'q2b', 8, { origin: { vendor: 'openai', model: 'x' } }),
    ];
    expect(shape(heads, 'a2')).toEqual(['q1', 'a1', 'q2', '  q2b', '  a2c', '    a2b', 'a2']);
    expect(shape(heads, 'a2b')).toEqual(['q1', 'a1', 'q2b', '  q2', '  a2', 'a2b', '  a2c']);
    const how = new Map(outlineLines(heads, 'a2').map(({ id, version }) => [id, version]));
    expect(how.get('q2b')).toEqual({ at: 2, of: 2, how: 'edited' });
    expect(how.get('a2b')).toMatchObject({ at: 1, of: 2, how: 'again' });
  });

  it('puts answers of which none was chosen below their question, in order', () => {
    const heads = [head('q', null, 1), head('a', 'q', 2), head('b', 'q', 4), head('c', 'q', 6), head('on', 'b', 7)];
    expect(shape(heads, 'q')).toEqual(['q', '  a', '  b', '  on', '  c']);
  });

  it('tells answers of several models from one that was asked again', () => {
    const origin = (model: string) => ({ origin: { vendor: 'openai' as const, model } });
    const of = (first: string, second: string) =>
      outlineLines([head('q', null, 1), head('a', 'q', 2, origin(first)), head('b', 'q', 4, origin(second))], 'b')[1];
    expect(of('x', 'x')?.version?.how).toBe('again');
    expect(of('x', 'y')?.version?.how).toBe('compared');
  });

  it('makes one line of an answer with its tools', () => {
    const heads = [
      head('q', null, 1),
      head('step', 'q', 2, { excerpt: 'Let me look.' }),
      head('results', 'step', 3, { role: 'tool', excerpt: '' }),
      head('done', 'results', 4, { excerpt: 'Found it.' }),
      head('next', 'done', 5),
    ];
    const lines = outlineLines(heads, 'next');
    expect(lines.map(({ ids }) => ids)).toEqual([['q'], ['step', 'results', 'done'], ['next']]);
    expect(lines[1]).toMatchObject({ id: 'step', excerpt: 'Found it.', steps: 2 });
  });

  it('come from ten thousand messages in one line without going deep', () => {
    const heads = Array.from({ length: 10_000 }, (_, at) => head(`m${at}`, at === 0 ? null : `m${at - 1}`, at + 1));
    const lines = outlineLines(heads, 'm9999');
    expect(lines).toHaveLength(10_000);
    expect(lines.at(-1)).toMatchObject({ id: 'm9999', level: 1, chosen: true });
  });
});

describe('the head of a message', () => {
  const message = { id: 'a', parentId: null, seq: 1, role: 'user', status: 'complete', createdAt: 1 } as const;

  it('has its first words, and neither thinking nor what a mode added', () => {
    const parts = [
      { type: 'image' },
      { type: 'thinking', text: 'hm' },
      { type: 'text', text: '\n## one\n\n> - **two** ' },
      { type: 'text', text: 'Search thoroughly', mode: 'search' },
    ];
    expect(headOf({ ...message, parts }, plainExcerpt)).toMatchObject({
      excerpt: 'one two',
      attached: true,
      failed: false,
    });
  });

  it('is small whatever was said', () => {
    const parts = Array.from({ length: 50 }, () => ({ type: 'text', text: `${' '.repeat(90)}word `.repeat(2_000) }));
    expect(JSON.stringify(headOf({ ...message, parts }, plainExcerpt)).length).toBeLessThan(400);
  });
});
