import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  dictionary,
  integer,
  letrec,
  oneof,
  property,
  record,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFieldTracker, untracked } from '#archive/import/base/fields.ts';
import { shape, shapes, type Shape } from '#archive/import/base/shape.ts';

/** The names that are unread after `reading`. */
function unread(value: unknown, reading: (view: Shape) => unknown, meaningless: readonly string[] = []): string[] {
  const fields = createFieldTracker();
  reading(fields.watch('message', value));
  return fields.unread({ message: meaningless }).map(({ field }) => field);
}

const BLOCKS = {
  blocks: [
    { type: 'a', said: 'x', more: 1 },
    { type: 'b', said: 'y', more: 2 },
  ],
};

describe('objects in lists', () => {
  it.each<[string, (list: readonly unknown[]) => unknown]>([
    ['map', (list) => list.map((one) => shape(one).said)],
    ['filter', (list) => list.filter((one) => shape(one).said === 'x')],
    ['flatMap', (list) => list.flatMap((one) => [shape(one).said])],
    ['for-of', (list) => Array.from(list, (one) => shape(one).said)],
    ['at', (list) => [shape(list.at(0)).said, shape(list.at(-1)).said]],
    ['index', (list) => [0, 1].map((at) => shape(list[at]).said)],
    ['spread', (list) => [...list].map((one) => shape(one).said)],
    ['toSorted', (list) => list.toSorted((a, b) => String(shape(a).said).localeCompare(String(shape(b).said)))],
    ['destructuring', ([first, second]) => [shape(first).said, shape(second).said]],
  ])('count what is read of them by %s', (_, reading) => {
    const left = unread(BLOCKS, ({ blocks }) => {
      expect(Array.isArray(blocks)).toBe(true);
      return reading(blocks as unknown[]);
    });
    expect(left).toEqual(['blocks[].type', 'blocks[].more']);
  });

  it.each<[string, (view: Shape) => unknown]>([
    ['stringified', ({ blocks }) => JSON.stringify(blocks)],
    ['spread', ({ blocks }) => shapes(blocks).map((one) => ({ ...one }))],
    ['enumerated', ({ blocks }) => shapes(blocks).map(Object.keys)],
    ['kept as they are', ({ blocks }) => untracked(blocks)],
    ['kept as they are with their owner', (view) => untracked(view)],
  ])('are read where they are %s', (_, reading) => {
    expect(unread(BLOCKS, reading)).toEqual([]);
  });

  it('are the same object each time, and equal to what they watch', () => {
    const view = createFieldTracker().watch('message', BLOCKS);
    expect(shapes(view.blocks)[1]).toBe(shapes(view.blocks)[1]);
    expect(JSON.stringify(view)).toBe(JSON.stringify(BLOCKS));
    expect(() => structuredClone(view)).toThrow('could not be cloned');
    expect(structuredClone(untracked(view))).toEqual(BLOCKS);
  });

  it('are named once for each message, however many they are', () => {
    const fields = createFieldTracker();
    for (const at of [1, 2]) shapes(fields.watch('message', { at, ...BLOCKS }).blocks);
    expect(fields.unread({ message: ['at', 'blocks[].type', 'blocks[].said'] })).toEqual([
      { of: 'message', field: 'blocks[].more' },
      { of: 'message', field: 'blocks[].more' },
    ]);
  });

  it.each<[string, unknown, readonly string[], string[]]>([
    ['in lists of lists', { a: [[{ b: 1 }], 'x', [2]] }, [], ['a[][].b']],
    ['below objects', { a: [{ b: { c: [{ d: 1 }] } }] }, [], ['a[].b']],
    ['not where they say nothing', { a: [{ b: [], c: null, d: '', e: [{}] }] }, [], []],
    ['though they are false or zero', { a: [{ b: false, c: 0 }] }, [], ['a[].b', 'a[].c']],
    ['but for housekeeping', { a: [{ b: 1, c: 2 }] }, ['a[].b'], ['a[].c']],
    ['but for housekeeping deep inside', { a: [{ b: { c: 1, d: 2 } }] }, ['a[].b.c'], ['a[].b.d']],
    ['not where the list is housekeeping', { a: [{ b: 1 }] }, ['a'], []],
    ['not where they are plain values', { a: ['x', 1, ['y']] }, [], []],
  ])('are named %s', (_, value, meaningless, named) => {
    expect(unread(value, (view) => view.a, meaningless)).toEqual(named);
  });

  it('of another owner are no longer named by the first', () => {
    const fields = createFieldTracker();
    const chat = fields.watch('conversation', { messages: [{ text: 'x', id: 1 }] });
    for (const message of shapes(chat.messages)) expect(fields.watch('message', message).text).toBe('x');
    expect(fields.unread({})).toEqual([{ of: 'message', field: 'id' }]);
  });
});

/**
 * A value of an export, and which parts of it are read. An object that is read as a whole is read by enumerating its
 * keys.
 */
type Tree =
  | { kind: 'leaf'; value: number; read: boolean }
  | { kind: 'object'; fields: Record<string, Tree>; read: boolean; complete: boolean }
  | { kind: 'list'; entries: Tree[]; read: boolean };

const { object: trees } = letrec<{ tree: Tree; object: Tree }>((tie) => ({
  tree: oneof(
    { maxDepth: 4, depthSize: 'small' },
    record({ kind: constant('leaf' as const), value: integer(), read: boolean() }),
    tie('object'),
    record({ kind: constant('list' as const), entries: array(tie('tree'), { maxLength: 4 }), read: boolean() }),
  ),
  object: record({
    kind: constant('object' as const),
    fields: dictionary(constantFrom('a', 'b', 'c', 'd'), tie('tree'), { maxKeys: 4 }),
    read: boolean(),
    complete: integer({ min: 0, max: 4 }).map((one) => one === 0),
  }),
}));

function valueOf(tree: Tree): unknown {
  if (tree.kind === 'leaf') return tree.value;
  if (tree.kind === 'list') return tree.entries.map(valueOf);
  return Object.fromEntries(Object.entries(tree.fields).map(([key, one]) => [key, valueOf(one)]));
}

/** Reads like an importer. */
function readTree(tree: Tree, view: unknown): void {
  if (tree.kind === 'list')
    for (const [index, one] of (view as unknown[]).entries()) {
      const entry = tree.entries[index];
      if (entry?.read) readTree(entry, one);
    }
  if (tree.kind !== 'object') return;
  if (tree.complete) JSON.stringify(view);
  else for (const [key, one] of Object.entries(tree.fields)) if (one.read) readTree(one, shape(view)[key]);
}

const saysNothing = (tree: Tree): boolean =>
  tree.kind === 'list'
    ? tree.entries.every(saysNothing)
    : tree.kind === 'object' && Object.keys(tree.fields).length === 0;

/** Every unread field; `touched` is whether this value was accessed at all. */
function leftIn(tree: Tree, path: string, touched: boolean): string[] {
  if (tree.kind === 'leaf') return [];
  if (tree.kind === 'list') return tree.entries.flatMap((one) => leftIn(one, `${path}[]`, touched && one.read));
  if (touched && tree.complete) return [];
  return Object.entries(tree.fields).flatMap(([key, one]) => {
    const field = path === '' ? key : `${path}.${key}`;
    if (touched && one.read) return leftIn(one, field, true);
    return saysNothing(one) ? [] : [field];
  });
}

it('names whatever was not read, at any depth, and nothing that was', () => {
  assert(
    property(trees, (tree) => {
      const named = unread(valueOf(tree), (view) => readTree(tree, view));
      expect(named.toSorted()).toEqual([...new Set(leftIn(tree, '', true))].toSorted());
    }),
    { numRuns: 2_000 },
  );
});
