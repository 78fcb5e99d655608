import { StoredRecord } from '#contract/journal.ts';
import { readSealedLines } from '../at-rest/sealed-lines.ts';
import type { AtRestKeys } from '../base/at-rest-keys.ts';
import { readCheckedLine, writeCheckedLine } from '../base/checked-lines.ts';

/*
 * A segment is a file of checked lines, one record each. Where it is encrypted, its lines hold the same without the
 * checksum, because each is authenticated.
 */

export { endsWithLine } from '../base/checked-lines.ts';

const CHECKSUM = 9;

export const writeLine = (record: StoredRecord): Buffer => writeCheckedLine(record);

/** Returns null when the line is not complete. */
export function readLine(line: Buffer): StoredRecord | null {
  const record = StoredRecord.safeParse(readCheckedLine(line));
  return record.success ? record.data : null;
}

export interface SegmentRecord {
  record: StoredRecord;
  json: Buffer;
}

/**
 * The records of a segment, plain or encrypted. What was cut off, damaged or belongs elsewhere is left out; `onDamage`
 * hears of such lines where they were encrypted. Throws `encryption_locked`.
 */
export async function* readRecords(
  path: string,
  place: { name: string; scope: string | null; keys: AtRestKeys; onDamage?: () => void },
): AsyncGenerator<SegmentRecord> {
  for await (const { text, sealed } of readSealedLines(path, place.name, place.scope, place.keys)) {
    const json = sealed ? text : text && text.subarray(CHECKSUM);
    const record = text && json && (sealed ? parse(json) : readLine(text));
    if (record && json) yield { record, json };
    else if (sealed) place.onDamage?.();
  }
}

function parse(json: Buffer): StoredRecord | null {
  try {
    const record = StoredRecord.safeParse(JSON.parse(json.toString('utf8')));
    return record.success ? record.data : null;
  } catch {
    return null;
  }
}
