import { canonicalJson } from '#core/canonical-json.ts';
import { createSha256, type Sha256 } from '#core/sha256.ts';
import { encodeRaw } from './raw-value.ts';

/** Digest of one conversation's rows in one table. */
export interface RowDigest {
  rows: number;
  /** Of the rows in the order of their keys. Excludes the bytes of blobs, which are stored under their own hash. */
  sha256: string;
}

/** By table, then by conversation; `''` for rows that belong to none. */
export type Fingerprint = Readonly<Record<string, Readonly<Record<string, RowDigest>>>>;

export interface DigestWriter {
  /** Adds a table, even if it is empty. */
  table(name: string): void;
  add(table: string, row: unknown): void;
  done(): Fingerprint;
}

/** `except` names fields to ignore, by table: those that an upgrade declares as changed. */
export function createDigestWriter(except: Readonly<Record<string, readonly string[]>> = {}): DigestWriter {
  const tables = new Map<string, Map<string, { rows: number; hash: Sha256 }>>();
  const encoder = new TextEncoder();
  const of = (name: string) => {
    const existing = tables.get(name) ?? new Map<string, { rows: number; hash: Sha256 }>();
    tables.set(name, existing);
    return existing;
  };
  return {
    table: (name) => void of(name),
    add(name, row) {
      const table = of(name);
      const owner = ownerOf(name, row);
      const print = table.get(owner) ?? { rows: 0, hash: createSha256() };
      table.set(owner, print);
      print.rows += 1;
      const counted = without(row, except[name]);
      print.hash.update(encoder.encode(`${canonicalJson(encodeRaw(counted, () => ''))}\n`));
    },
    done: () =>
      Object.fromEntries(
        [...tables].map(([name, owners]) => [
          name,
          Object.fromEntries([...owners].map(([owner, { rows, hash }]) => [owner, { rows, sha256: hash.hex() }])),
        ]),
      ),
  };
}

function without(row: unknown, fields: readonly string[] | undefined): unknown {
  if (!fields || typeof row !== 'object' || row === null) return row;
  return Object.fromEntries(Object.entries(row).filter(([key]) => !fields.includes(key)));
}

function ownerOf(table: string, row: unknown): string {
  if (typeof row !== 'object' || row === null) return '';
  const owner: unknown = Reflect.get(row, table === 'sessions' ? 'id' : 'sessionId');
  return typeof owner === 'string' ? owner : '';
}

export interface Difference {
  table: string;
  /** Conversation id; empty for rows that belong to none. */
  owner: string;
  before: number;
  after: number;
}

/** Where the two fingerprints differ. Tables that only the second one has don't count. */
export function differences(before: Fingerprint, after: Fingerprint): Difference[] {
  return Object.entries(before).flatMap(([table, was]) => {
    const is = after[table] ?? {};
    return [...new Set([...Object.keys(was), ...Object.keys(is)])]
      .filter((owner) => was[owner]?.sha256 !== is[owner]?.sha256)
      .map((owner) => ({ table, owner, before: was[owner]?.rows ?? 0, after: is[owner]?.rows ?? 0 }));
  });
}

export function countRows(print: Fingerprint): Record<string, number> {
  return Object.fromEntries(
    Object.entries(print).map(([table, owners]) => [
      table,
      Object.values(owners).reduce((all, { rows }) => all + rows, 0),
    ]),
  );
}
