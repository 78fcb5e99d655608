import { createHash } from 'node:crypto';
import type { SessionRecord } from '#archive/records.ts';
import { FORMATS, RENDER_FORMATS, type RenderFormat } from '#archive/render/formats.ts';
import { openRendering } from '#archive/render/base/rendering.ts';
import { render as en } from '#texts/en/render.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import { print } from './print.ts';
import { sessionRow } from '#test/fakes/session-row.ts';

/*
 * One long conversation in each file format: `node --expose-gc test/bench/render.ts [messages] [format]`. Throughput is
 * measured in written bytes. All formats are measured in the same process, so peaks are those of the heap after a
 * collection.
 */
const MESSAGES = Number(process.argv[2] ?? 10_000);
const only = process.argv[3];
const MB = 1_000_000;

const prose =
  '대화는 계속되고, another model answers: *this* is what it says about `code`, **figures** and [places](https://example.com/a).\n\n';
const reply = `${prose.repeat(4)}## In short\n\n| a | b |\n|---|--:|\n| one | 1 |\n| two | 2 |\n\n\`\`\`ts\nexport const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);\n\`\`\`\n\nWith $O(n \\log n)$ steps.\n`;
const picture = Uint8Array.from({ length: 20_000 }, (_, at) => (at * 31) & 0xff);
const hash = createHash('sha256').update(picture).digest('hex');

function partsOf(index: number): StoredPart[] {
  if (index % 4 === 0) return [{ type: 'text', text: `Question ${index}. ${prose}` }];
  if (index % 4 === 1)
    return [
      { type: 'thinking', text: prose.repeat(3), durationMs: 4_000 },
      { type: 'text', text: reply },
      ...(index % 400 === 1 ? [{ type: 'image' as const, mime: 'image/png', blob: hash, bytes: picture.length }] : []),
      { type: 'tool_call', id: `c${index}`, name: 'read_file', args: { path: `src/file-${index}.ts` } },
    ];
  if (index % 4 === 2) return [{ type: 'tool_result', callId: `c${index - 1}`, text: prose.repeat(10) }];
  return [{ type: 'text', text: reply }];
}

const ROLES = ['user', 'assistant', 'tool', 'assistant'] as const;

function message(index: number): StoredMessage {
  const role = ROLES[index % 4] ?? 'user';
  return {
    id: `m${index}`,
    sessionId: 's',
    parentId: index === 0 ? null : `m${index - 1}`,
    seq: index + 1,
    role,
    status: 'complete',
    createdAt: 1_700_000_000_000 + index * 1_000,
    parts: partsOf(index),
    ...(role === 'assistant' && {
      origin: { vendor: 'anthropic' as const, model: 'claude' },
      stop: index % 4 === 1 ? ('tool' as const) : ('end' as const),
    }),
  };
}

async function* records(): AsyncGenerator<SessionRecord> {
  yield {
    type: 'session',
    row: sessionRow('s', { title: 'A long conversation', leafId: `m${MESSAGES - 1}`, lastSeq: MESSAGES }),
  };
  for (let index = 0; index < MESSAGES; index++) yield { type: 'message', row: message(index) };
}

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield picture;
}

const source = { records, blob: async () => bytes() };
const memoryUsed = (): number => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

async function bench(format: RenderFormat): Promise<void> {
  const encoder = new TextEncoder();
  const before = memoryUsed();
  let [written, most, next] = [0, 0, 0];
  const start = performance.now();
  let collecting = 0;
  const rendering = await openRendering(source, 's', {
    thinking: true,
    tools: true,
    branches: true,
    texts: en,
    timeZone: 'UTC',
    modelName: ({ model }) => model,
    at: 0,
  });
  const outline = performance.now() - start;
  if (!rendering) throw new Error('nothing to write');
  for await (const piece of FORMATS[format].write(rendering)) {
    written += encoder.encode(piece).length;
    if (written < next) continue;
    next = written + 4 * MB;
    const from = performance.now();
    most = Math.max(most, memoryUsed() - before);
    collecting += performance.now() - from;
  }
  const seconds = (performance.now() - start - collecting) / 1_000;
  const peak = process.memoryUsage().rss / MB;
  print(
    `${format}: ${MESSAGES} messages, ${(written / MB).toFixed(1)} MB in ${seconds.toFixed(1)} s (${(written / MB / seconds).toFixed(1)} MB/s, outline ${(outline / 1_000).toFixed(1)} s), held ${(most / MB).toFixed(0)} MB, RSS ${peak.toFixed(0)} MB`,
  );
}

for (const format of RENDER_FORMATS) if (only === undefined || only === format) await bench(format);
