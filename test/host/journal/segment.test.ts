import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canonicalJson } from '#core/canonical-json.ts';
import type { StoredRecord } from '#contract/journal.ts';
import { readLines } from '#host/base/checked-lines.ts';
import { readLine, writeLine } from '#host/journal/segment.ts';

const record = fc.record({
  table: fc.constantFrom('messages' as const, 'sessions' as const),
  key: fc.string({ maxLength: 40 }),
  digest: fc.constant('0123456789abcdef'),
  schema: fc.nat(20),
  row: fc.jsonValue(),
});

describe('a segment of the journal', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'baton-segment-'));
    file = join(folder, '000001.log');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function read(): Promise<StoredRecord[]> {
    const found: StoredRecord[] = [];
    for await (const line of readLines(file)) {
      const one = readLine(line);
      if (one) found.push(one);
    }
    return found;
  }
  const asJson = (records: readonly StoredRecord[]) => JSON.parse(JSON.stringify(records)) as unknown;

  it('gives back what was written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 20 }), async (records) => {
        writeFileSync(file, Buffer.concat(records.map(writeLine)));
        expect(await read()).toEqual(asJson(records));
      }),
    );
  });

  it('cut off anywhere, holds every record before the cut and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 10 }), fc.nat(), async (records, where) => {
        const lines = records.map(writeLine);
        const bytes = Buffer.concat(lines);
        const cut = where % bytes.length;
        writeFileSync(file, bytes.subarray(0, cut));
        let end = 0;
        // A line is complete even without its line end.
        const complete = records.filter((_, index) => (end += lines[index]?.length ?? 0) - 1 <= cut);
        expect(await read()).toEqual(asJson(complete));
      }),
    );
  });

  it('with one byte changed anywhere, never gives a record that was not written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 2, maxLength: 6 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (records, where, by) => {
          const bytes = Buffer.concat(records.map(writeLine));
          const at = where % bytes.length;
          bytes[at] = (bytes[at] ?? 0) ^ by;
          writeFileSync(file, bytes);
          const written = new Set(records.map((one) => canonicalJson(asJson([one]))));
          const found = await read();
          expect(found.filter((one) => !written.has(canonicalJson([one])))).toEqual([]);
          expect(found.length).toBeGreaterThanOrEqual(records.length - 2);
        },
      ),
    );
  });
});
