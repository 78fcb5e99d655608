import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/mini';
import { ChangeTool, EntryState, LookLimits } from '#contract/checkpoints.ts';
import { endsWithLine, readCheckedLine, readLines, writeCheckedLine } from '../base/checked-lines.ts';
import { isMissing } from '../base/private-file.ts';
import { syncFolder } from '../base/sync-folder.ts';

/*
 * One file per session, of checked lines. A line is written before the change that it announces; `void` takes back a line
 * whose change did not happen. Lines that are incomplete or unknown are left out.
 */

const call = { seq: z.int(), at: z.number(), run: z.string(), call: z.string() };

export const ChangeLine = z.object({
  t: z.literal('change'),
  ...call,
  tool: ChangeTool,
  path: z.string(),
  before: EntryState,
  after: EntryState,
});
export type ChangeLine = z.infer<typeof ChangeLine>;

export const LookLine = z.object({ t: z.literal('look'), ...call, command: z.string(), limits: LookLimits });
export type LookLine = z.infer<typeof LookLine>;

const Line = z.discriminatedUnion('t', [
  z.object({ t: z.literal('session'), session: z.string() }),
  ChangeLine,
  LookLine,
  z.object({ t: z.literal('void'), seq: z.int() }),
]);

export type NewLine = Omit<ChangeLine, 'seq'> | Omit<LookLine, 'seq'>;

export interface SessionLog {
  session: string;
  changes: readonly ChangeLine[];
  looks: readonly LookLine[];
}

/** The lines of all sessions. Writing calls must not overlap. */
export interface ChangeLogs {
  read(session: string): Promise<SessionLog>;
  /** Resolves with the numbers of the lines when they are on the disk. */
  append(session: string, lines: readonly NewLine[]): Promise<number[]>;
  /** These changes did not happen. */
  void(session: string, seqs: readonly number[]): Promise<void>;
  all(): Promise<SessionLog[]>;
  /** Removes the lines up to this number. */
  trim(session: string, upTo: number): Promise<void>;
  remove(session: string): Promise<void>;
}

interface Loaded extends SessionLog {
  changes: ChangeLine[];
  looks: LookLine[];
  next: number;
}

export function createChangeLogs(home: string): ChangeLogs {
  const place = join(home, 'checkpoints', 'sessions');
  const loaded = new Map<string, Loaded>();
  const fileOf = (session: string) =>
    join(place, `${createHash('sha256').update(session).digest('hex').slice(0, 40)}.log`);

  async function load(path: string, session: string | null): Promise<Loaded | null> {
    const found: Loaded = { session: session ?? '', changes: [], looks: [], next: 1 };
    const gone = new Set<number>();
    try {
      for await (const line of readLines(path)) {
        const read = Line.safeParse(readCheckedLine(line));
        if (!read.success) continue;
        const { data } = read;
        if (data.t === 'session') found.session = data.session;
        else {
          found.next = Math.max(found.next, data.seq + 1);
          if (data.t === 'change') found.changes.push(data);
          else if (data.t === 'look') found.looks.push(data);
          else gone.add(data.seq);
        }
      }
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    if (found.session === '') return null;
    found.changes = found.changes.filter(({ seq }) => !gone.has(seq));
    return found;
  }

  async function of(session: string): Promise<Loaded> {
    const known = loaded.get(session);
    if (known) return known;
    const read = (await load(fileOf(session), session)) as Loaded;
    const other = loaded.get(session);
    if (other) return other;
    loaded.set(session, read);
    return read;
  }

  async function write(session: string, lines: readonly object[]): Promise<void> {
    const path = fileOf(session);
    await mkdir(place, { recursive: true, mode: 0o700 });
    const file = await open(path, 'a', 0o600);
    try {
      const { size } = await file.stat();
      const head = size === 0 ? [writeCheckedLine({ t: 'session', session })] : [];
      // A crash or a full disk may have cut off the last line.
      const end = size === 0 || (await endsWithLine(path)) ? [] : [Buffer.from('\n')];
      await file.appendFile(Buffer.concat([...end, ...head, ...lines.map(writeCheckedLine)]));
      await file.datasync();
      if (size === 0) await syncFolder(place);
    } finally {
      await file.close();
    }
  }

  return {
    read: of,
    async append(session, lines) {
      const log = await of(session);
      const first = log.next;
      const numbered = lines.map((line, at) => ({ ...line, seq: first + at }));
      // Numbers of lines that failed to be written are not used again.
      log.next += lines.length;
      await write(session, numbered);
      for (const line of numbered) {
        if (line.t === 'change') log.changes.push(line);
        else log.looks.push(line);
      }
      return numbered.map(({ seq }) => seq);
    },
    async void(session, seqs) {
      await write(
        session,
        seqs.map((seq) => ({ t: 'void', seq })),
      );
      const log = await of(session);
      const gone = new Set(seqs);
      log.changes = log.changes.filter(({ seq }) => !gone.has(seq));
    },
    async all() {
      const names = await readdir(place).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      const found: SessionLog[] = [];
      for (const name of names.filter((one) => one.endsWith('.log'))) {
        const log = await load(join(place, name), null);
        if (log) found.push(loaded.get(log.session) ?? log);
      }
      return found;
    },
    async trim(session, upTo) {
      const log = await of(session);
      const changes = log.changes.filter(({ seq }) => seq > upTo);
      const looks = log.looks.filter(({ seq }) => seq > upTo);
      if (changes.length + looks.length === 0) {
        loaded.delete(session);
        await rm(fileOf(session), { force: true });
        return;
      }
      const lines = [...changes, ...looks].toSorted((a, b) => a.seq - b.seq);
      const path = fileOf(session);
      const file = await open(`${path}.tmp`, 'w', 0o600);
      try {
        await file.appendFile(Buffer.concat([{ t: 'session', session }, ...lines].map(writeCheckedLine)));
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(`${path}.tmp`, path);
      loaded.set(session, { ...log, changes, looks });
    },
    async remove(session) {
      loaded.delete(session);
      await rm(fileOf(session), { force: true });
    },
  };
}
