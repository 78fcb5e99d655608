import { StoredRecord } from '#contract/journal.ts';
import { readCheckedLine, writeCheckedLine } from '../base/checked-lines.ts';

/* A segment is a file of checked lines, one record each. */

export { endsWithLine, readLines } from '../base/checked-lines.ts';

export const writeLine = (record: StoredRecord): Buffer => writeCheckedLine(record);

/** Returns null when the line is not complete. */
export function readLine(line: Buffer): StoredRecord | null {
  const record = StoredRecord.safeParse(readCheckedLine(line));
  return record.success ? record.data : null;
}
