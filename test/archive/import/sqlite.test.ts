import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { array, assert, constantFrom, double, integer, oneof, property, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSqlite, readTables, SqliteError } from '#archive/import/base/sqlite.ts';

/** The bytes of a database that SQLite itself wrote. */
function written(make: (db: DatabaseSync) => void): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'baton-sqlite-'));
  try {
    const path = join(folder, 'x.sqlite');
    const db = new DatabaseSync(path);
    make(db);
    db.close();
    return new Uint8Array(readFileSync(path));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As an integer where it is one: SQLite would keep a number as a float. */
const exact = (value: string | number | null) => (Number.isInteger(value) ? BigInt(value ?? 0) : value);

/** The class of what reading throws; `null` when it reads. */
function problemOf(bytes: Uint8Array): string | null {
  try {
    readTables(bytes, ['message']);
    return null;
  } catch (error) {
    return error instanceof Error ? error.constructor.name : 'no error';
  }
}

const cell = oneof(
  string({ unit: 'grapheme' }),
  integer({ min: -(2 ** 47), max: 2 ** 47 }),
  constantFrom(0, 1, -1, 127, -128, 128, 65_535, null, 2 ** 53 - 1, -(2 ** 53 - 1)),
  double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
);

describe('a database of SQLite', () => {
  it('is read as SQLite reads it: any values, long ones on pages of their own, many on many pages', () => {
    assert(
      property(
        array(tuple(cell, cell, integer({ min: 0, max: 20_000 })), { maxLength: 60 }),
        constantFrom(512, 1024, 4096, 65_536),
        constantFrom('UTF-8', 'UTF-16le', 'UTF-16be'),
        (rows, page, encoding) => {
          const bytes = written((db) => {
            db.exec(`PRAGMA page_size = ${page}; PRAGMA encoding = '${encoding}'`);
            db.exec('CREATE TABLE message (id, "data, ""x""" NOT NULL, [long] TEXT, CHECK (length(id) < 1e9))');
            const insert = db.prepare('INSERT INTO message VALUES (?, ?, ?)');
            for (const [left, right, length] of rows)
              insert.run(exact(left), exact(right ?? 'none'), 'é'.repeat(length));
          });
          const { message } = readTables(bytes, ['message', 'absent']);
          expect(message).toEqual(
            rows.map(([left, right, length]) => ({ id: left, 'data, "x"': right ?? 'none', long: 'é'.repeat(length) })),
          );
        },
      ),
      { numRuns: 25 },
    );
  });

  it('is read with columns that came later, were computed, or were removed, and after deletions', () => {
    const bytes = written((db) => {
      db.exec('CREATE TABLE topic (id TEXT, gone TEXT, twice INTEGER AS (n * 2) VIRTUAL, n INTEGER)');
      db.exec("INSERT INTO topic (id, gone, n) VALUES ('a', 'x', 1), ('b', 'y', 2), ('c', 'z', 3)");
      db.exec('ALTER TABLE topic DROP COLUMN gone');
      db.exec('ALTER TABLE topic ADD COLUMN "late" TEXT');
      db.exec("DELETE FROM topic WHERE id = 'b'");
    });
    expect(readTables(bytes, ['topic'])).toEqual({
      topic: [
        { id: 'a', n: 1, late: null },
        { id: 'c', n: 3, late: null },
      ],
    });
  });

  it('that is damaged is refused, whatever byte is wrong', () => {
    const bytes = written((db) => {
      db.exec('CREATE TABLE message (id TEXT, data TEXT)');
      const insert = db.prepare('INSERT INTO message VALUES (?, ?)');
      for (let index = 0; index < 200; index++) insert.run(`${index}`, 'x'.repeat(300 * (index % 40)));
    });
    expect(isSqlite(bytes)).toBe(true);
    expect(isSqlite(bytes.subarray(0, 10))).toBe(false);
    assert(
      property(
        array(tuple(integer({ min: 16, max: bytes.length - 1 }), integer({ min: 0, max: 255 })), { minLength: 1 }),
        (changes) => {
          const damaged = bytes.slice();
          for (const [at, value] of changes) damaged[at] = value;
          expect(problemOf(damaged)).toBeOneOf([null, 'SqliteError']);
        },
      ),
      { numRuns: 300 },
    );
    expect(() => readTables(bytes.subarray(0, bytes.length / 2), ['message'])).toThrow(SqliteError);
  });
});
