import type { RecordVersion } from './changes-since.ts';
import { compareStamps, type Stamp } from './stamp.ts';
import { digestOf } from './sync-records.ts';

/**
 * Rows of the library whose fields change on their own: a device that renames a folder must not undo what another one
 * wrote into its instructions. Each field has a stamp, and the later value of each wins. The names are those of the
 * row; fields of `project` are `project.<name>`.
 */
export type FieldVersions = Record<string, RecordVersion>;

/** The stamps of fields, as a line has them. A name without a value in the row is a removed field. */
export type FieldStamps = Record<string, [t: number, by: string]>;

export interface RowFields {
  row: Record<string, unknown>;
  fields: FieldVersions;
}

const NESTED = 'project';

/** The versions of a row that changed: a field that stayed the same keeps its stamp. */
export function fieldsSince(before: FieldVersions | undefined, row: object, { t, by }: Stamp): FieldVersions {
  const fields: FieldVersions = {};
  for (const [name, value] of valuesIn(row)) {
    const digest = digestOf(value);
    const known = before?.[name];
    fields[name] = known?.[0] === digest ? known : [digest, t, by];
  }
  for (const [name, known] of Object.entries(before ?? {}))
    if (!(name in fields)) fields[name] = known[0] === '' ? known : ['', t, by];
  return fields;
}

/** The versions that a line gives. Lines of versions before 4 have no stamps: all fields have the row's. */
export function fieldsOfLine(row: object, stamp: Stamp, stamps: FieldStamps | undefined): FieldVersions {
  const fields = fieldsSince(undefined, row, stamp);
  for (const [name, [t, by]] of Object.entries(stamps ?? {})) fields[name] = [fields[name]?.[0] ?? '', t, by];
  return fields;
}

export function stampsOf(fields: FieldVersions): FieldStamps {
  return Object.fromEntries(Object.entries(fields).map(([name, [, t, by]]) => [name, [t, by]]));
}

/**
 * The later value of each field. The same for all orders of merging. A field that only one side knows counts as
 * removed by the other one with that row's `stamp` if its line had no stamps of fields (`whole`).
 */
export function mergeFields(own: RowFields, other: RowFields & { whole: Stamp | null }): RowFields {
  const values = new Map<string, unknown>();
  const fields: FieldVersions = {};
  const [ours, theirs] = [valuesIn(own.row), valuesIn(other.row)];
  for (const name of new Set([...Object.keys(own.fields), ...Object.keys(other.fields)])) {
    const one = own.fields[name];
    const two = other.fields[name] ?? (other.whole && removedAt(other.whole));
    const isOwn = one !== undefined && (!two || isLaterField(one, two));
    const version = isOwn ? one : two;
    if (!version) continue;
    fields[name] = version;
    const from = isOwn ? ours : theirs;
    if (version[0] !== '' && from.has(name)) values.set(name, from.get(name));
  }
  return { row: rowOf(values), fields };
}

/** The stamp of the field that changed last. */
export function latestStamp(fields: FieldVersions): Stamp | null {
  let latest: Stamp | null = null;
  for (const [, t, by] of Object.values(fields))
    if (!latest || compareStamps({ t, by }, latest) > 0) latest = { t, by };
  return latest;
}

const removedAt = ({ t, by }: Stamp): RecordVersion => ['', t, by];

function isLaterField([digest, t, by]: RecordVersion, [otherDigest, otherT, otherBy]: RecordVersion): boolean {
  const order = compareStamps({ t, by }, { t: otherT, by: otherBy });
  return order === 0 ? digest >= otherDigest : order > 0;
}

function valuesIn(row: object): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, value] of Object.entries(row)) {
    if (value === undefined) continue;
    if (name === NESTED && typeof value === 'object' && value !== null)
      for (const [inner, one] of Object.entries(value)) values.set(`${NESTED}.${inner}`, one);
    else values.set(name, value);
  }
  return values;
}

function rowOf(values: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  const nested: Record<string, unknown> = {};
  for (const [name, value] of values) {
    if (name.startsWith(`${NESTED}.`)) nested[name.slice(NESTED.length + 1)] = value;
    else row[name] = value;
  }
  return Object.keys(nested).length > 0 ? { ...row, [NESTED]: nested } : row;
}
