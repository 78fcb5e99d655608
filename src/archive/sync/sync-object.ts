import { z } from 'zod/mini';
import { createSha256 } from '#core/sha256.ts';
import { parseJson, STORED_DEPTH } from '../parse-json.ts';

/*
 * What one device adds to the log at a time: a head line with the device and the previous object, then one line per
 * record. Raised with every change to a line, because an older Baton would drop what it doesn't know.
 */
export const SYNC_VERSION = 5;

/**
 * Version 1 had no image names, 2 no projects, 3 no stamps of fields, 4 no state of pictures that models made. Nothing
 * else differs, and all are optional.
 */
const READ_VERSIONS = [1, 2, 3, 4, SYNC_VERSION] as const;

/** For each device, the number of its objects that are known. */
const VersionVector = z.record(z.string(), z.int().check(z.nonnegative()));
export type VersionVector = z.output<typeof VersionVector>;

const Head = z.object({
  sync: z.literal(READ_VERSIONS),
  device: z.string().check(z.minLength(1)),
  name: z.string(),
  counter: z.int().check(z.positive()),
  /** SHA-256 of the previous object's text; `null` for the first object, and where the log starts over. */
  previous: z.nullable(z.string()),
  /** Contains everything this device has: a device that misses earlier objects can continue from here. */
  base: z.boolean(),
  /** By that device's clock; only for display. */
  at: z.number(),
});
export type SyncHead = z.output<typeof Head>;

const RecordLine = z.object({
  kind: z.literal('record'),
  session: z.string().check(z.minLength(1)),
  key: z.string().check(z.minLength(1)),
  t: z.int().check(z.nonnegative()),
  by: z.string().check(z.minLength(1)),
  /** Absent if the record was removed. */
  value: z.optional(z.unknown()),
  /** When each field of a row of the library changed (see `row-fields.ts`). */
  fields: z.optional(z.record(z.string(), z.tuple([z.int().check(z.nonnegative()), z.string().check(z.minLength(1))]))),
});
export type RecordLine = z.output<typeof RecordLine>;

const TombstoneLine = z.object({
  kind: z.literal('tombstone'),
  session: z.string().check(z.minLength(1)),
  /** What the device knew when the conversation was removed there. */
  seen: VersionVector,
});
const ToolListLine = z.object({ kind: z.literal('tool-list'), value: z.unknown() });

const SyncLine = z.discriminatedUnion('kind', [RecordLine, TombstoneLine, ToolListLine]);
export type SyncLine = z.output<typeof SyncLine>;

export interface SyncObject {
  head: SyncHead;
  lines: SyncLine[];
}

export type SyncObjectProblem = 'damaged' | 'newer-version';

export class SyncObjectError extends Error {
  readonly problem: SyncObjectProblem;

  constructor(problem: SyncObjectProblem, detail: string, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause });
    this.name = 'SyncObjectError';
    this.problem = problem;
  }
}

export function writeObject({ head, lines }: SyncObject): string {
  return [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

const AnyHead = z.looseObject({ sync: z.int() });

/** Returns the head of an object, and its other lines as text for `readLine`. */
export function openObject(text: string): { head: SyncHead; rest: string[] } {
  const [first = '', ...rest] = text.split('\n').filter((line) => line !== '');
  return orDamaged(() => {
    const any = AnyHead.parse(parseJson(first));
    if (any.sync > SYNC_VERSION) throw new SyncObjectError('newer-version', `version ${any.sync}`);
    return { head: Head.parse(any), rest };
  });
}

export function readLine(text: string): SyncLine {
  return orDamaged(() => SyncLine.parse(parseJson(text, STORED_DEPTH)));
}

function orDamaged<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SyncObjectError) throw error;
    throw new SyncObjectError('damaged', 'the text of an object', error);
  }
}

export function readObject(text: string): SyncObject {
  const { head, rest } = openObject(text);
  return { head, lines: rest.map(readLine) };
}

export function hashOf(text: string): string {
  const hash = createSha256();
  hash.update(new TextEncoder().encode(text));
  return hash.hex();
}

/** Whether a device with this version vector knew an object. */
export function covers(seen: VersionVector, device: string, counter: number): boolean {
  return counter <= (seen[device] ?? 0);
}

export function mergeVersionVectors(one: VersionVector, other: VersionVector): VersionVector {
  const all = { ...one };
  for (const [device, counter] of Object.entries(other)) all[device] = Math.max(all[device] ?? 0, counter);
  return all;
}
