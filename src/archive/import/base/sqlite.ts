/**
 * Reads the rows of tables from an SQLite file, as https://www.sqlite.org/fileformat2.html (read 2026-11) describes it.
 * No SQL, no indexes, nothing is written. Damaged pages end a table; they never loop.
 */
/** `SQLite format 3` and a zero byte. */
const MAGIC = [83, 81, 76, 105, 116, 101, 32, 102, 111, 114, 109, 97, 116, 32, 51, 0];
export const MAGIC_BYTES = MAGIC.length;

const LEAF = 13;
const INTERIOR = 5;
const HEADER_BYTES = 100;
/** Deeper trees need more rows than a file can hold. */
const MAX_DEPTH = 40;

/** One row, by the names of its columns. Bytes are left out: no program keeps what was said in them. */
export type SqliteRow = Record<string, string | number | null>;

export class SqliteError extends Error {}

export function isSqlite(start: Uint8Array): boolean {
  return MAGIC.every((byte, index) => start[index] === byte);
}

type Value = string | number | null;

interface Database {
  view: DataView;
  pageBytes: number;
  /** Bytes of a page that hold content. */
  usable: number;
  decoder: TextDecoder;
  /** How many bytes rows may still have. Together they fit the file: no two share a page. */
  left: number;
}

/** The rows of those of the tables that there are, in order of insertion. */
export function readTables(bytes: Uint8Array, wanted: readonly string[]): Record<string, SqliteRow[]> {
  if (!isSqlite(bytes) || bytes.length < HEADER_BYTES) throw new SqliteError('not a database');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint16(16);
  const pageBytes = size === 1 ? 65_536 : size;
  if (pageBytes < 512 || (pageBytes & (pageBytes - 1)) !== 0) throw new SqliteError('no page size');
  const encoding = view.getUint32(56);
  const decoder = new TextDecoder(encoding === 2 ? 'utf-16le' : encoding === 3 ? 'utf-16be' : 'utf-8', {
    ignoreBOM: true,
  });
  const database: Database = { view, pageBytes, usable: pageBytes - (bytes[20] ?? 0), decoder, left: bytes.length };
  const tables: Record<string, SqliteRow[]> = {};
  for (const [type, name, , root, sql] of recordsIn(database, 1)) {
    if (type !== 'table' || typeof name !== 'string' || !wanted.includes(name)) continue;
    if (typeof root !== 'number' || typeof sql !== 'string') continue;
    const columns = columnsOf(sql);
    tables[name] = recordsIn(database, root).map((values) =>
      Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null])),
    );
  }
  return tables;
}

/** The records of a table's tree. Depth first, so that they come in order. */
function recordsIn(database: Database, root: number): Value[][] {
  const { view, pageBytes } = database;
  const records: Value[][] = [];
  const seen = new Set<number>();
  const read = (page: number, depth: number): void => {
    const start = (page - 1) * pageBytes;
    if (page < 1 || start + pageBytes > view.byteLength) throw new SqliteError(`page ${page} is missing`);
    if (seen.has(page) || depth > MAX_DEPTH) throw new SqliteError(`page ${page} is used twice`);
    seen.add(page);
    const head = page === 1 ? start + HEADER_BYTES : start;
    const type = view.getUint8(head);
    if (type !== LEAF && type !== INTERIOR) throw new SqliteError(`page ${page} is of no table`);
    const cells = view.getUint16(head + 3);
    const pointers = head + (type === LEAF ? 8 : 12);
    for (let index = 0; index < cells; index++) {
      const cell = start + view.getUint16(pointers + 2 * index);
      if (type === INTERIOR) read(view.getUint32(cell), depth + 1);
      else records.push(recordAt(database, cell));
    }
    if (type === INTERIOR) read(view.getUint32(head + 8), depth + 1);
  };
  try {
    read(root, 0);
  } catch (error) {
    if (error instanceof RangeError) throw new SqliteError('a page points outside of the file');
    throw error;
  }
  return records;
}

/** A variable-length number and where it ends. Numbers above 2^53 lose digits, and are no length or time. */
function varint(view: DataView, at: number): [number, number] {
  let value = 0;
  for (let index = 0; index < 8; index++) {
    const byte = view.getUint8(at + index);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + index + 1];
  }
  return [value * 256 + view.getUint8(at + 8), at + 9];
}

function recordAt(database: Database, cell: number): Value[] {
  const [bytes, afterLength] = varint(database.view, cell);
  const [, begin] = varint(database.view, afterLength);
  const payload = payloadAt(database, begin, bytes);
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const [headBytes, first] = varint(view, 0);
  const values: Value[] = [];
  let place = headBytes;
  for (let at = first; at < headBytes;) {
    const [type, next] = varint(view, at);
    const length = lengthOf(type);
    values.push(valueOf(view, place, type, length, database.decoder));
    place += length;
    at = next;
  }
  return values;
}

/** What doesn't fit on the page of the cell is in a chain of overflow pages. */
function payloadAt(database: Database, begin: number, bytes: number): Uint8Array {
  const { view, pageBytes, usable } = database;
  database.left -= bytes;
  if (database.left < 0) throw new SqliteError('the rows are longer than the file');
  const maxLocal = usable - 35;
  const minLocal = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitting = minLocal + ((bytes - minLocal) % (usable - 4));
  const local = bytes <= maxLocal ? bytes : fitting <= maxLocal ? fitting : minLocal;
  const piece = (from: number, length: number) => new Uint8Array(view.buffer, view.byteOffset + from, length);
  if (local === bytes) return piece(begin, bytes);
  const payload = new Uint8Array(bytes);
  payload.set(piece(begin, local));
  let page = view.getUint32(begin + local);
  for (let done = local; done < bytes;) {
    const start = (page - 1) * pageBytes;
    const length = Math.min(usable - 4, bytes - done);
    payload.set(piece(start + 4, length), done);
    page = view.getUint32(start);
    done += length;
  }
  return payload;
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8];

function lengthOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return type === 7 ? 8 : (INTEGER_BYTES[type] ?? 0);
}

function valueOf(view: DataView, at: number, type: number, length: number, decoder: TextDecoder): Value {
  if (type === 7) return view.getFloat64(at);
  if (type === 8 || type === 9) return type - 8;
  if (type > 0 && type < 7) return integerAt(view, at, length);
  if (type < 13 || type % 2 === 0) return null;
  return decoder.decode(new Uint8Array(view.buffer, view.byteOffset + at, length));
}

function integerAt(view: DataView, at: number, length: number): number {
  let value = view.getInt8(at);
  for (let index = 1; index < length; index++) value = value * 256 + view.getUint8(at + index);
  return value;
}

/** Names of the columns in a `CREATE TABLE`, without those that are computed and not stored. */
function columnsOf(sql: string): string[] {
  const columns: string[] = [];
  for (const definition of definitionsIn(sql)) {
    if (/^(?:constraint|primary|unique|check|foreign)\b/iu.test(definition)) continue;
    if (/\bas\s*\(/iu.test(definition) && !/\bstored\b/iu.test(definition)) continue;
    const [, double, back, square, plain] =
      /^(?:"((?:[^"]|"")*)"|`([^`]*)`|\[([^\]]*)\]|([^\s(,]+))/u.exec(definition) ?? [];
    columns.push(double?.replaceAll('""', '"') ?? back ?? square ?? plain ?? '');
  }
  return columns;
}

/** The parts between the outer brackets, at the commas outside of quotes and inner brackets. */
function definitionsIn(sql: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let quote = '';
  let from = 0;
  for (let at = 0; at < sql.length; at++) {
    const char = sql.charAt(at);
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'" || char === '`') quote = char;
    else if (char === '[') quote = ']';
    else if (char === '(' && ++depth === 1) from = at + 1;
    else if ((char === ',' && depth === 1) || (char === ')' && --depth === 0)) {
      found.push(sql.slice(from, at).trim());
      from = at + 1;
      if (depth === 0) break;
    }
  }
  return found;
}
