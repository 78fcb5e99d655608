import { createHash } from 'node:crypto';
import { recordsOf, type SessionHistory } from '#archive/records.ts';
import type { HistorySource } from '#archive/write-archive.ts';
import { plainHistory, sessionRow } from '#test/fakes/session-row.ts';

export const MB = 1024 ** 2;
const SESSION_BYTES = 2 * MB;
const BLOB = 20 * MB;

const WORDS = 'a conversation goes on 그리고 다른 모델이 이어서 대답한다 with code const return of figures'.split(' ');

/** The same numbers on every run. */
function randomOf(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Compresses about as well as the texts of people and models. */
function proseOf(random: () => number): string {
  let text = '';
  while (text.length < 2_000)
    text += `${WORDS[Math.floor(random() * WORDS.length)]}${Math.floor(random() * 1_000).toString(36)} `;
  return text;
}

const nameOf = (number: number) => `session-${String(number).padStart(5, '0')}`;

function conversation(number: number, blobs: readonly string[]): SessionHistory {
  const id = nameOf(number);
  const random = randomOf(number * 7919 + 17);
  // A stock of paragraphs, recombined for each message: generating every word would cost more than compressing it.
  const stock = Array.from({ length: 40 }, () => proseOf(random));
  const paragraph = () => stock[Math.floor(random() * stock.length)] ?? '';
  const length = Buffer.byteLength(stock.join('')) / stock.length;
  const count = Math.round(SESSION_BYTES / length);
  const [mine] = blobs.slice(number % Math.max(1, blobs.length));
  const session = sessionRow(id, {
    title: `Conversation ${number}`,
    updatedAt: 2,
    leafId: `${id}-${count - 1}`,
    lastSeq: count,
  });
  return plainHistory(
    session,
    Array.from({ length: count }, (_, index) => ({
      id: `${id}-${index}`,
      sessionId: id,
      parentId: index === 0 ? null : `${id}-${index - 1}`,
      seq: index + 1,
      role: index % 2 === 0 ? 'user' : 'assistant',
      parts: [
        { type: 'text', text: `${index} ${paragraph()}` },
        ...(index === 0 && mine !== undefined
          ? [{ type: 'image' as const, mime: 'image/png', blob: mine, bytes: BLOB }]
          : []),
      ],
      status: 'complete',
      createdAt: index,
    })),
  );
}

/** Made once: what is measured is not how they are made. */
const pieces = new Map<number, Buffer>();

function pieceOf(number: number): Buffer {
  const random = randomOf(number + 99);
  const known = pieces.get(number);
  const piece = known ?? Buffer.from(Uint32Array.from({ length: MB / 4 }, () => random() * 2 ** 32).buffer);
  pieces.set(number, piece);
  return piece;
}

/** Incompressible bytes, like those of an image. */
async function* blobOf(number: number): AsyncGenerator<Uint8Array> {
  const piece = pieceOf(number);
  for (let at = 0; at < BLOB; at += MB) {
    const own = Buffer.from(piece);
    own.writeUInt32LE(at, 0);
    yield own;
  }
}

export interface SyntheticHistory {
  source: HistorySource;
  ids: string[];
  bytes: number;
}

/** A history generated while it's read, with about this many bytes of text and of attachments. */
export async function syntheticHistory(textBytes: number, blobBytes: number): Promise<SyntheticHistory> {
  const hashes = new Map<string, number>();
  for (let number = 0; number < blobBytes / BLOB; number++) {
    const hash = createHash('sha256');
    for await (const piece of blobOf(number)) hash.update(piece);
    hashes.set(hash.digest('hex'), number);
  }
  const blobs = [...hashes.keys()];
  const ids = Array.from({ length: Math.ceil(textBytes / SESSION_BYTES) }, (_, number) => nameOf(number));
  return {
    ids,
    bytes: ids.length * SESSION_BYTES + blobs.length * BLOB,
    source: {
      async *records(id) {
        yield* recordsOf(conversation(Number(id.slice(-5)), blobs));
      },
      async *library() {},
      blob: async (hash) => blobOf(hashes.get(hash) ?? 0),
      toolList: async () => null,
    },
  };
}

function watchMemory(): () => string {
  let peak = 0;
  let used = 0;
  const check = () => {
    const { rss, heapUsed, external } = process.memoryUsage();
    peak = Math.max(peak, rss);
    used = Math.max(used, heapUsed + external);
  };
  // Looking costs a millisecond.
  const timer = setInterval(check, 100);
  return () => {
    clearInterval(timer);
    check();
    return `peak RSS ${Math.round(peak / MB)} MB, heap and buffers ${Math.round(used / MB)} MB`;
  };
}

/** Runs `work` over this many bytes and prints its speed and cost. Returns its seconds of processor time. */
export async function timed(name: string, bytes: number, work: () => Promise<string>): Promise<number> {
  const end = watchMemory();
  const start = performance.now();
  const used = process.cpuUsage();
  const said = await work();
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(used);
  const processor = (user + system) / 1e6;
  process.stdout.write(
    `${name}: ${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processor time ` +
      `(${(bytes / MB / processor).toFixed(0)} MB a second of it), ${end()}; ${said}\n`,
  );
  return processor;
}
