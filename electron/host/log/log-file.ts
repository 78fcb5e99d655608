import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type LogLine, logLine } from '#core/log/log-line.ts';
import { createRedactor, type Redactor } from '#core/log/redact.ts';
import { type AtRestKeys, type DataKey, PLAIN, type SealableFiles } from '../base/at-rest-keys.ts';
import type { LogBook } from '../base/deps.ts';
import { endsWithLine } from '../base/checked-lines.ts';
import { isMissing, renameToBackup } from '../base/private-file.ts';
import { createQueue } from '../base/serialize.ts';
import { headOf, type LineSealer, newSealer, readSealedLines, toSealer } from '../at-rest/sealed-lines.ts';
import { rewriteFile } from '../at-rest/rewrite.ts';
import { sealLines } from '../at-rest/seal-lines.ts';

export interface FileLog extends LogBook {
  /** Resolves when everything written so far is in the file. */
  flush(): Promise<void>;
  /** Values added here appear in no later line. */
  readonly redactor: Redactor;
}

export interface FileLogOptions {
  home: string;
  now: () => number;
  /** File size after which a new file is started; one older file is kept too. */
  maxBytes?: number;
  /** Lines wait until it is known under which key they are written. */
  keys?: AtRestKeys;
}

const MAX_BYTES = 2 * 1024 * 1024;
/** Number of the host's own lines kept in memory for windows that show them. */
const KEPT = 500;
/** A line keeps its place when the file gets its other name. */
const SCOPE = 'log';
const NAMES = ['baton.log.1', 'baton.log'] as const;

/**
 * Writes JSON lines to <home>/logs/baton.log, one per event, without secrets (security.md S39): the host's own and
 * those that windows send. Never throws: a full disk must not stop a chat.
 */
export function createFileLog({ home, now, maxBytes = MAX_BYTES, keys = PLAIN }: FileLogOptions): FileLog {
  const redactor = createRedactor();
  const folder = join(home, 'logs');
  const file = join(folder, 'baton.log');
  const enqueue = createQueue();
  const recentLines: (LogLine & { seq: number })[] = [];
  let seq = 0;
  let grown: { size: number; sealer: LineSealer | null } | null = null;

  const isOpen = async (id: string) => (await keys.open()).some((key) => key.id === id);

  /** One that can't be read now may be readable later, so it makes room for no other. */
  async function makeRoom(path: string): Promise<void> {
    const head = await headOf(path);
    if (head && !(await isOpen(head.keyId))) await renameToBackup(path, now());
  }

  async function rotate(): Promise<void> {
    await makeRoom(file);
    await makeRoom(`${file}.1`);
    await rename(file, `${file}.1`).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    grown = null;
  }

  async function grow(key: DataKey | null): Promise<{ size: number; sealer: LineSealer | null }> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const head = await headOf(file);
    if ((head?.keyId ?? null) !== (key?.id ?? null)) await rotate();
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    );
    if (size > 0 && (!key || head)) {
      const sealer = key && head ? toSealer(key, head, SCOPE) : null;
      if (await endsWithLine(file)) return { size, sealer };
      // What a crash cut off stays a line of its own.
      await appendFile(file, '\n');
      return { size: size + 1, sealer };
    }
    if (!key) return { size, sealer: null };
    const sealer = newSealer(key, SCOPE, SCOPE);
    await appendFile(file, sealer.head, { mode: 0o600 });
    return { size: sealer.head.length, sealer };
  }

  async function append(lines: readonly string[]): Promise<void> {
    const key = await keys.writing();
    if ((grown?.sealer?.keyId ?? null) !== (key?.id ?? null)) grown = null;
    let place = (grown ??= await grow(key));
    let batch: Buffer[] = [];
    const write = async () => {
      if (batch.length > 0) await appendFile(file, Buffer.concat(batch), { mode: 0o600 });
      batch = [];
    };
    for (const line of lines) {
      let bytes = lineFor(line, place);
      if (place.size > (place.sealer?.head.length ?? 0) && place.size + bytes.length > maxBytes) {
        await write();
        await rotate();
        place = grown = await grow(key);
        bytes = lineFor(line, place);
      }
      batch.push(bytes);
      place.size += bytes.length;
    }
    await write();
  }

  const lineFor = (line: string, { sealer, size }: { sealer: LineSealer | null; size: number }): Buffer =>
    sealer ? sealer.seal(Buffer.from(line), size) : Buffer.from(`${line}\n`);

  function put(lines: readonly LogLine[]): void {
    enqueue(() => append(lines.map((line) => JSON.stringify(line)))).catch(() => {
      grown = null;
    });
  }

  async function* text(): AsyncGenerator<Buffer> {
    for (const name of NAMES) {
      const path = join(folder, name);
      const head = await headOf(path);
      if (head && !(await isOpen(head.keyId))) continue;
      yield* textsOf(path);
    }
  }

  async function* textsOf(path: string): AsyncGenerator<Buffer> {
    try {
      for await (const { text: line } of readSealedLines(path, SCOPE, SCOPE, keys))
        if (line && line.length > 0) yield Buffer.concat([line, Buffer.from('\n')]);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  const files: SealableFiles = {
    pending: () =>
      enqueue(async () => {
        const wanted = (await keys.writing()) !== null;
        const found: { name: string; bytes: number }[] = [];
        for (const name of NAMES) {
          const { size } = await stat(join(folder, name)).catch(() => ({ size: 0 }));
          const head = await headOf(join(folder, name));
          if (size > 0 && (head !== null) !== wanted && (head === null || (await isOpen(head.keyId))))
            found.push({ name, bytes: size });
        }
        return found;
      }),
    convert: (name) =>
      enqueue(async () => {
        const path = join(folder, name);
        const key = await keys.writing();
        grown = null;
        await rewriteFile({
          part: `${path}.part`,
          path,
          content: () => textsOf(path),
          toForm: (content) => (key ? sealLines(content, newSealer(key, SCOPE, SCOPE)) : content),
          read: textsOf,
        });
      }),
    async locked() {
      const found: string[] = [];
      for (const name of NAMES) {
        const head = await headOf(join(folder, name));
        if (head && !(await isOpen(head.keyId))) found.push(head.keyId);
      }
      return found;
    },
  };

  return {
    file,
    files,
    redactor,
    text,
    write(level, event, data) {
      const line = logLine(redactor, { at: new Date(now()).toISOString(), level, event, from: 'host' }, data);
      recentLines.push({ ...line, seq: (seq += 1) });
      if (recentLines.length > KEPT) recentLines.shift();
      put([line]);
    },
    adopt(lines) {
      if (lines.length === 0) return;
      // Redact again: a window sends what it chose to keep, and only the host knows the keys.
      put(
        lines.map(({ sessionID, data, ...line }) =>
          logLine(redactor, { ...line, from: 'page' }, { ...data, ...(sessionID && { sessionID }) }, true),
        ),
      );
    },
    recent: (after) => recentLines.filter((line) => line.seq > after),
    flush: () => enqueue(async () => undefined),
  };
}
