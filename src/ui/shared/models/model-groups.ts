import type { Connection } from '#contract/connection.ts';
import type { Model } from '#core/model.ts';
import type { SessionTarget } from '#storage/rows.ts';
import { foldText } from '#storage/title-search.ts';
import type { ModelChoice } from '#state/model-choices.ts';
import { VENDOR_LOOK } from '#ui/shared/vendors/vendor-look.ts';

export type PickerItem =
  | { kind: 'model'; key: string; connection: Connection; model: Model; edited: boolean }
  /** An id the user typed, sent to the vendor unchanged. */
  | { kind: 'as-is'; key: string; connection: Connection; id: string }
  /** A vendor without a key. */
  | { kind: 'setup'; key: string; connection: Connection };

export interface PickerGroup {
  key: string;
  heading: { kind: 'favorites' | 'recent' | 'as-is' | 'not-set-up' } | { kind: 'connection'; connection: Connection };
  items: PickerItem[];
  /** How many models of this connection are left out until the user types. */
  hidden: number;
}

interface PickerSources {
  choices: readonly ModelChoice[];
  connections: readonly Connection[];
  favorites: readonly SessionTarget[];
  recent: readonly SessionTarget[];
  query: string;
}

/** How many models to show of vendors that list hundreds, until the user types. */
const SHOWN_UNASKED = 12;
const SHOWN_FOUND = 60;
const RECENT = 4;

type ModelRef = Pick<SessionTarget, 'connection' | 'model'>;

export const sameModel = (a: ModelRef, b: ModelRef) => a.connection === b.connection && a.model === b.model;

export const refOf = (choice: ModelChoice): ModelRef => ({ connection: choice.connection.id, model: choice.model.id });

const itemOf = (group: string, { connection, model, edited }: ModelChoice): PickerItem => ({
  kind: 'model',
  key: `${group}\n${connection.id}\n${model.id}`,
  connection,
  model,
  edited,
});

const asIsOf = (group: string, connection: Connection, id: string): PickerItem => ({
  kind: 'as-is',
  key: `${group}\n${connection.id}\n${id}`,
  connection,
  id,
});

function matcher(query: string): (choice: ModelChoice) => boolean {
  const words = foldText(query).split(/\s+/u).filter(Boolean);
  return ({ connection, model }) => {
    const text = foldText(`${model.label} ${model.id} ${connection.label} ${VENDOR_LOOK[connection.vendor].name}`);
    return words.every((word) => text.includes(word));
  };
}

/** A match at the start of the name ranks above one inside it. Otherwise the catalog's order stays. */
function byCloseness(query: string): (a: ModelChoice, b: ModelChoice) => number {
  const folded = foldText(query);
  const rank = ({ model }: ModelChoice) =>
    foldText(model.id) === folded || foldText(model.label) === folded
      ? 0
      : foldText(model.label).startsWith(folded) || foldText(model.id).startsWith(folded)
        ? 1
        : 2;
  return (a, b) => rank(a) - rank(b);
}

/** How much an id resembles those of a connection: the longest prefix it shares with one of them. */
function likeness(choices: readonly ModelChoice[], connection: Connection, id: string): number {
  let longest = 0;
  for (const choice of choices) {
    if (choice.connection.id !== connection.id) continue;
    let shared = 0;
    while (shared < id.length && choice.model.id[shared] === id[shared]) shared += 1;
    longest = Math.max(longest, shared);
  }
  return longest;
}

/** The model picker's entries, in order. Empty groups are left out. */
export function modelGroups({ choices, connections, favorites, recent, query }: PickerSources): PickerGroup[] {
  const asked = query.trim();
  const found = asked === '' ? [...choices] : choices.filter(matcher(asked)).sort(byCloseness(asked));
  const pick = (refs: readonly ModelRef[]) =>
    refs.flatMap((ref) => choices.find((choice) => sameModel(refOf(choice), ref)) ?? []);
  const isFavorite = (choice: ModelChoice) => favorites.some((ref) => sameModel(ref, refOf(choice)));

  const groups: PickerGroup[] = [];
  const add = (key: string, heading: PickerGroup['heading'], items: PickerItem[], hidden = 0) => {
    if (items.length > 0) groups.push({ key, heading, items, hidden });
  };

  if (asked === '') {
    add(
      'favorites',
      { kind: 'favorites' },
      pick(favorites).map((choice) => itemOf('favorites', choice)),
    );
    const others = recent.flatMap((ref): PickerItem[] => {
      const choice = choices.find((one) => sameModel(refOf(one), ref));
      if (choice) return isFavorite(choice) ? [] : [itemOf('recent', choice)];
      // An id typed by hand is in no list.
      const connection = connections.find(({ id, configured }) => id === ref.connection && configured);
      return connection ? [asIsOf('recent', connection, ref.model)] : [];
    });
    add('recent', { kind: 'recent' }, others.slice(0, RECENT));
  }

  const limit = asked === '' ? SHOWN_UNASKED : SHOWN_FOUND;
  const ordered = connections.toSorted((a, b) => Number(a.practice) - Number(b.practice));
  for (const connection of ordered) {
    if (!connection.configured) continue;
    const own = found.filter((choice) => choice.connection.id === connection.id);
    add(
      connection.id,
      { kind: 'connection', connection },
      own.slice(0, limit).map((choice) => itemOf(connection.id, choice)),
      Math.max(0, own.length - limit),
    );
  }

  // A plain word with matches is a search. Text that looks like an id, or has no matches, may be meant as one.
  const idLike = !/\s/.test(asked) && (/[-.:/\d]/.test(asked) || found.length === 0);
  if (asked !== '' && idLike && !choices.some(({ model }) => model.id === asked)) {
    add(
      'as-is',
      { kind: 'as-is' },
      ordered
        .filter((connection) => connection.configured && !connection.practice)
        .sort((a, b) => likeness(choices, b, asked) - likeness(choices, a, asked))
        .map((connection) => asIsOf('as-is', connection, asked)),
    );
  }

  const missing = ordered.filter((connection) => !connection.configured);
  const folded = foldText(asked);
  add(
    'not-set-up',
    { kind: 'not-set-up' },
    missing
      .filter(({ label, vendor }) => foldText(`${label} ${VENDOR_LOOK[vendor].name}`).includes(folded))
      .map((connection) => ({ kind: 'setup', key: `setup\n${connection.id}`, connection })),
  );
  return groups;
}
