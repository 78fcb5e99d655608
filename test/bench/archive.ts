import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PackedFile } from '#archive/files.ts';
import { openArchive } from '#archive/read-archive.ts';
import { recordsOf, type SessionHistory } from '#archive/records.ts';
import { verifyArchive } from '#archive/verify-archive.ts';
import { writeArchive } from '#archive/write-archive.ts';

/*
 * Throughput and memory of an archive, unpacked in a folder: `node test/bench/archive.ts [MB of text] [MB of blobs]`.
 * What packs the files comes on top.
 */
const MB = 1024 ** 2;
const textBytes = Number(process.argv[2] ?? 200) * MB;
const blobBytes = Number(process.argv[3] ?? 200) * MB;
const SESSION_BYTES = 2 * MB;
const BLOB = 20 * MB;

const sentence =
  'A conversation goes on, 그리고 다른 모델이 이어서 대답한다, with code `const a = 1;` and figures 0123456789. ';
const text = sentence.repeat(20);

const nameOf = (number: number) => `session-${String(number).padStart(5, '0')}`;

function conversation(number: number, blobs: readonly string[]): SessionHistory {
  const id = nameOf(number);
  const count = Math.round(SESSION_BYTES / Buffer.byteLength(text));
  const [mine] = blobs.slice(number % Math.max(1, blobs.length));
  return {
    session: {
      id,
      title: `Conversation ${number}`,
      titleBy: 'auto',
      createdAt: 1,
      updatedAt: 2,
      leafId: `${id}-${count - 1}`,
      lastSeq: count,
      pinned: 0,
      deletedAt: 0,
      target: null,
      system: '',
      lastVendor: null,
      cost: 0,
    },
    messages: Array.from({ length: count }, (_, index) => ({
      id: `${id}-${index}`,
      sessionId: id,
      parentId: index === 0 ? null : `${id}-${index - 1}`,
      seq: index + 1,
      role: index % 2 === 0 ? 'user' : 'assistant',
      parts: [
        { type: 'text', text: `${index} ${text}` },
        ...(index === 0 && mine !== undefined
          ? [{ type: 'image' as const, mime: 'image/png', blob: mine, bytes: BLOB }]
          : []),
      ],
      status: 'complete',
      createdAt: index,
    })),
    overlays: [],
    sends: [],
    usage: [],
    outputs: [],
    plan: null,
    draft: null,
  };
}

async function* blobOf(number: number): AsyncGenerator<Uint8Array> {
  const piece = Buffer.alloc(MB, number + 1);
  for (let at = 0; at < BLOB; at += MB) yield piece;
}

function watchMemory(): () => string {
  let peak = 0;
  let held = 0;
  const look = () => {
    const { rss, heapUsed, external } = process.memoryUsage();
    peak = Math.max(peak, rss);
    held = Math.max(held, heapUsed + external);
  };
  const timer = setInterval(look, 20);
  return () => {
    clearInterval(timer);
    look();
    return `peak RSS ${Math.round(peak / MB)} MB, heap and buffers ${Math.round(held / MB)} MB`;
  };
}

async function timed(name: string, bytes: number, work: () => Promise<string>): Promise<void> {
  const end = watchMemory();
  const start = performance.now();
  const said = await work();
  const seconds = (performance.now() - start) / 1_000;
  process.stdout.write(
    `${name}: ${seconds.toFixed(1)} s, ${(bytes / MB / seconds).toFixed(0)} MB/s, ${end()}; ${said}\n`,
  );
}

async function folderFiles(root: string): Promise<PackedFile[]> {
  const names = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  return Promise.all(
    names.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const { size } = await stat(path);
      return { name: path.slice(root.length + 1), bytes: size, read: () => createReadStream(path) };
    }),
  );
}

const root = await mkdtemp(join(tmpdir(), 'baton-archive-'));
try {
  const hashes = new Map<string, number>();
  for (let number = 0; number < blobBytes / BLOB; number++) {
    const hash = createHash('sha256');
    for await (const piece of blobOf(number)) hash.update(piece);
    hashes.set(hash.digest('hex'), number);
  }
  const blobs = [...hashes.keys()];
  const sessions = Array.from({ length: Math.ceil(textBytes / SESSION_BYTES) }, (_, number) => String(number));
  const size = sessions.length * SESSION_BYTES + blobs.length * BLOB;
  const source = {
    async *records(id: string) {
      yield* recordsOf(conversation(Number(id.slice(-5)), blobs));
    },
    blob: async (hash: string) => blobOf(hashes.get(hash) ?? 0),
    toolList: async () => null,
    async *library() {},
  };
  const sink = {
    async add(name: string, content: AsyncIterable<Uint8Array>) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await pipeline(Readable.from(content), createWriteStream(join(root, name)));
    },
  };
  const ids = sessions.map((_, number) => nameOf(number));
  await timed('write', size, async () => {
    const { counts } = await writeArchive(source, ids, sink, { writtenBy: 'bench', writtenAt: 0 });
    return `${counts.conversations} conversations, ${counts.messages} messages, ${counts.blobs} blobs`;
  });
  await timed('verify', size, async () => {
    const report = await verifyArchive(await openArchive(await folderFiles(root)));
    return `${report.problems.length} problems`;
  });
} finally {
  await rm(root, { recursive: true, force: true });
}
