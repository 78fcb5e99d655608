import { isShape, type Shape } from './shape.ts';

/** The owners of fields that a receipt distinguishes. */
export type FieldOwner = 'conversation' | 'message';

export interface UnreadField {
  of: FieldOwner;
  /** Dotted for nested fields; `[]` stands for each entry of a list. */
  field: string;
}

/** Names, per owner, of fields that say nothing about a conversation: housekeeping of the program that wrote them. */
export type IgnoredFields = Readonly<Partial<Record<FieldOwner, readonly string[]>>>;

/** Names separated by spaces. */
export const names = (...lines: string[]): string[] => lines.flatMap((line) => line.split(' '));

/** The same for names inside another field. */
export const fieldsOf = (owner: string, ...lines: string[]): string[] =>
  names(...lines).map((name) => `${owner}.${name}`);

/**
 * Tracks which fields of one conversation were read, so that unread ones are reported instead of silently lost. Nested
 * objects, and objects in lists, are tracked field by field. A list itself counts as read as soon as it's accessed. So
 * do objects whose keys are enumerated (maps by id, values stored raw).
 */
export interface Fields {
  /**
   * Returns a view of the same object; every field read through it counts as read. `at` is its place in the owner, for
   * objects that the export stores elsewhere.
   */
  watch(of: FieldOwner, value: unknown, at?: string): Shape;
  /** Reports a field that was read but can't be stored. */
  lost(of: FieldOwner, field: string): void;
  /** Every non-empty field that wasn't read, once for each watched object that has it. */
  unread(meaningless: IgnoredFields): UnreadField[];
}

export function createFieldTracker(): Fields {
  const roots: { of: FieldOwner; at: string; watched: WatchedShape }[] = [];
  const lost: UnreadField[] = [];
  return {
    lost: (of, field) => void lost.push({ of, field }),
    watch(of, value, at = '') {
      // A value from another watch is tracked by this one from now on.
      const own = untracked(value);
      const watched = new WatchedShape(isShape(own) ? own : {});
      roots.push({ of, at, watched });
      return watched.view;
    },
    unread(meaningless) {
      const known = { conversation: placesOf(meaningless.conversation), message: placesOf(meaningless.message) };
      return [
        ...lost,
        ...roots.flatMap(({ of, at, watched }) => {
          const found = new Set<Place>();
          addUnread(watched, at === '' ? known[of] : inside(known[of], at), found);
          const fields = new Set([...found].map(({ name }) => name.slice(0, MAX_NAME_LENGTH)));
          return [...fields].map((field) => ({ of, field }));
        }),
      ];
    },
  };
}

const UNWATCHED = Symbol('unwatched');

/**
 * Returns the value itself, to be stored as a whole: all of it counts as read. A watched object can't be cloned or
 * stored.
 */
export function untracked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(untracked);
  return isShape(value) ? (Reflect.get(value, UNWATCHED) ?? value) : value;
}

interface WatchedList {
  view: readonly unknown[];
  entries: readonly (Watched | null)[];
}

type Watched = WatchedShape | WatchedList;

class WatchedShape implements ProxyHandler<Shape> {
  readonly view: Shape;
  readonly shape: Shape;
  /** The fields that were read, and their own trackers; `null` for values without fields. */
  readonly read = new Map<string, Watched | null>();
  complete = false;

  constructor(shape: Shape) {
    this.shape = shape;
    this.view = new Proxy(shape, this);
  }

  get(target: Shape, key: string | symbol): unknown {
    if (key === UNWATCHED) {
      this.complete = true;
      return target;
    }
    if (typeof key !== 'string') return Reflect.get(target, key);
    const value = target[key];
    if (this.complete) return value;
    let below = this.read.get(key);
    if (below === undefined) this.read.set(key, (below = Object.hasOwn(target, key) ? watched(value) : null));
    return below === null ? value : below.view;
  }

  ownKeys(target: Shape): (string | symbol)[] {
    this.complete = true;
    return Reflect.ownKeys(target);
  }
}

/** A list without objects has no fields and is returned unchanged. */
function watched(value: unknown): Watched | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!Array.isArray(value)) return isShape(value) ? new WatchedShape(value) : null;
  const entries = value.map(watched);
  if (entries.every((entry) => entry === null)) return null;
  return { entries, view: value.map((one: unknown, index) => entries[index]?.view ?? one) };
}

/** The place of a field: its name, and whether it is or contains housekeeping. */
interface Place {
  name: string;
  known: boolean;
  holdsKnown: boolean;
  fields: Map<string, Place>;
  /** The place of a list's entries. */
  entry: Place | null;
}

const place = (name: string): Place => ({ name, known: false, holdsKnown: false, fields: new Map(), entry: null });

function placesOf(meaningless: readonly string[] = []): Place {
  const root = place('');
  for (const name of meaningless) inside(root, name, true);
  return root;
}

/** Finds the place by name, for example `content[].citations`. */
function inside(root: Place, path: string, known = false): Place {
  let at = root;
  for (const step of path.split('.')) {
    const [name = '', ...lists] = step.split('[]');
    at.holdsKnown ||= known;
    at = fieldIn(at, name);
    for (const _ of lists) {
      at.holdsKnown ||= known;
      at = entryIn(at);
    }
  }
  at.known ||= known;
  return at;
}

function fieldIn(owner: Place, key: string): Place {
  let found = owner.fields.get(key);
  if (!found) owner.fields.set(key, (found = place(owner.name === '' ? key : `${owner.name}.${key}`)));
  return found;
}

const entryIn = (list: Place): Place => (list.entry ??= place(`${list.name}[]`));

function addUnread({ shape, read, complete }: WatchedShape, at: Place, found: Set<Place>): void {
  if (complete) return;
  for (const key of Object.keys(shape)) {
    const seen = read.get(key);
    if (seen === null) continue;
    const field = fieldIn(at, key);
    if (field.known || isEmpty(shape[key])) continue;
    // An unread object that contains housekeeping is reported by its other fields.
    const below = seen ?? (field.holdsKnown ? watched(shape[key]) : null);
    if (below) addBelow(below, field, found);
    else found.add(field);
  }
}

function addBelow(below: Watched, at: Place, found: Set<Place>): void {
  if (below instanceof WatchedShape) addUnread(below, at, found);
  else for (const entry of below.entries) if (entry) addBelow(entry, entryIn(at), found);
}

const MAX_NAME_LENGTH = 80;

/** Whether nothing is lost with the value. `false` and `0` are not empty. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return Array.isArray(value) ? value.every(isEmpty) : isShape(value) && Object.keys(value).length === 0;
}
