import { isShape, type Shape } from './shape.ts';

/** What of an export is told apart in a receipt. */
export type FieldOwner = 'conversation' | 'message';

export interface UnreadField {
  of: FieldOwner;
  /** Dotted where it stands inside another one. */
  field: string;
}

/** Names, per owner, of fields that say nothing about a conversation: housekeeping of the program that wrote them. */
export type Meaningless = Readonly<Partial<Record<FieldOwner, readonly string[]>>>;

/** Names with spaces between them. */
export const names = (...lines: string[]): string[] => lines.flatMap((line) => line.split(' '));

/**
 * Knows which fields of one conversation somebody has read, so that what nobody reads is named and not lost silently.
 * Objects below count field by field. Lists, and objects that are listed whole (maps by id, what is kept raw), count as
 * read when they are touched.
 */
export interface Fields {
  /** The same object; what is read of it counts as read from here on. */
  watch(of: FieldOwner, value: unknown): Shape;
  /** Of what was read, and for which there is no place. */
  lost(of: FieldOwner, field: string): void;
  /** Every field that holds something, and that nobody has read: once for each object that has it. */
  unread(meaningless: Meaningless): UnreadField[];
}

interface Watched {
  shape: Shape;
  read: Set<string>;
  whole: boolean;
  inner: Map<string, Watched>;
  view: Shape;
}

export function createFields(): Fields {
  const roots: { of: FieldOwner; watched: Watched }[] = [];
  const lost: UnreadField[] = [];
  return {
    lost: (of, field) => void lost.push({ of, field }),
    watch(of, value) {
      const watched = watchedShape(isShape(value) ? value : {});
      roots.push({ of, watched });
      return watched.view;
    },
    unread: (meaningless) => [
      ...lost,
      ...roots.flatMap(({ of, watched }) =>
        unreadIn(watched, '', new Set(meaningless[of])).map((field) => ({ of, field })),
      ),
    ],
  };
}

function watchedShape(shape: Shape): Watched {
  const watched: Watched = { shape, read: new Set(), whole: false, inner: new Map(), view: shape };
  watched.view = new Proxy(shape, {
    get(target, key) {
      if (typeof key !== 'string') return Reflect.get(target, key);
      watched.read.add(key);
      const value = target[key];
      if (watched.whole || !isShape(value) || !Object.hasOwn(target, key)) return value;
      let inner = watched.inner.get(key);
      if (!inner) watched.inner.set(key, (inner = watchedShape(value)));
      return inner.view;
    },
    ownKeys(target) {
      watched.whole = true;
      return Reflect.ownKeys(target);
    },
  });
  return watched;
}

function unreadIn({ shape, read, whole, inner }: Watched, path: string, known: ReadonlySet<string>): string[] {
  if (whole) return [];
  return Object.entries(shape).flatMap(([key, value]) => {
    const field = `${path}${key}`;
    if (known.has(field) || isEmpty(value)) return [];
    if (!read.has(key)) return [field.slice(0, LONGEST_NAME)];
    const below = inner.get(key);
    return below ? unreadIn(below, `${field}.`, known) : [];
  });
}

const LONGEST_NAME = 80;

/** Nothing is lost with it. `false` and `0` say something. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return Array.isArray(value) ? value.every(isEmpty) : isShape(value) && Object.keys(value).length === 0;
}
