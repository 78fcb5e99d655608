import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fieldsOfLine,
  fieldsSince,
  latestStamp,
  mergeFields,
  type RowFields,
  stampsOf,
} from '#archive/sync/row-fields.ts';

const NAMES = ['name', 'deletedAt', 'instructions', 'assistant'] as const;
const edit = fc.record({
  name: fc.constantFrom(...NAMES),
  value: fc.option(fc.constantFrom('one', 'two', 'three')),
});

interface Row {
  name?: string;
  deletedAt?: string;
  project?: { instructions?: string; assistant?: string };
}

function edited(row: Row, { name, value }: { name: (typeof NAMES)[number]; value: string | null }): Row {
  const inProject = name === 'instructions' || name === 'assistant';
  const before: Record<string, unknown> = { ...(inProject ? row.project : row) };
  if (value === null) delete before[name];
  else before[name] = value;
  return inProject ? { ...row, project: before } : before;
}

/** The row after these edits, the first of them at `at`. */
function written(by: string, at: number, edits: readonly Parameters<typeof edited>[1][]): RowFields {
  let row: Row = { name: 'begun', project: { instructions: 'begun' } };
  let fields = fieldsSince(undefined, row, { t: 0, by: 'all' });
  for (const [index, one] of edits.entries()) {
    row = edited(row, one);
    fields = fieldsSince(fields, row, { t: at + index, by });
  }
  return { row: { ...row }, fields };
}

const replica = (by: string) =>
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.array(edit, { maxLength: 4 }))
    .map(([at, edits]) => written(by, at, edits));
const merge = (one: RowFields, other: RowFields) => mergeFields(one, { ...other, whole: null });
const plain = ({ row, fields }: RowFields) => ({ row: { project: {}, ...row }, fields });

describe('rows that several devices change', () => {
  it('are the same in whatever order their changes arrive', () => {
    fc.assert(
      fc.property(replica('a'), replica('b'), replica('c'), (a, b, c) => {
        const abc = plain(merge(merge(a, b), c));
        expect(plain(merge(c, merge(b, a)))).toEqual(abc);
        expect(plain(merge(b, merge(a, c)))).toEqual(abc);
        expect(plain(merge(merge(merge(a, b), c), b))).toEqual(abc);
      }),
    );
  });

  it('keep the later value of each field, and lose what was removed later', () => {
    const a = written('a', 5, [
      { name: 'instructions', value: 'one' },
      { name: 'assistant', value: 'two' },
    ]);
    const b = written('b', 9, [
      { name: 'name', value: 'three' },
      { name: 'instructions', value: null },
    ]);
    expect(merge(a, b).row).toEqual({ name: 'three', project: { assistant: 'two' } });
    expect(latestStamp(merge(a, b).fields)).toEqual({ t: 10, by: 'b' });
  });

  it('come back from a line as they went', () => {
    fc.assert(
      fc.property(replica('a'), ({ row, fields }) => {
        const stamp = latestStamp(fields) ?? { t: 0, by: 'all' };
        expect(fieldsOfLine(row, stamp, stampsOf(fields))).toEqual(fields);
      }),
    );
  });

  it('are replaced whole by a later line of a build without stamps of fields', () => {
    const own = written('a', 2, [{ name: 'assistant', value: 'one' }]);
    const row = { name: 'renamed', project: { instructions: 'begun' } };
    const line = { row, fields: fieldsOfLine(row, { t: 9, by: 'b' }, undefined), whole: { t: 9, by: 'b' } };
    expect(mergeFields(own, line).row).toEqual(row);
  });
});
