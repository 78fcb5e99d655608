import type { Seals } from '../../base/seal.ts';

/** What an item id says to the server that made it. */
export interface ItemId {
  prefix: string;
  /** The answer it belongs to: 16 hex digits. */
  answer: string;
  place: number;
  /** Place of the reasoning item it was produced by; null when there is none. */
  reasoning: number | null;
}

const NONE = 0xff;
const MARK = 28;
const byte = (value: number) => value.toString(16).padStart(2, '0');

const bodyOf = ({ answer, place, reasoning }: Omit<ItemId, 'prefix'>) =>
  `${answer}${byte(place)}${byte(reasoning ?? NONE)}`;

/** Ids tell nothing to anyone else, and the server needs no memory to know its own (R2). */
export function makeItemId(seals: Seals, id: ItemId): string {
  const body = bodyOf(id);
  return `${id.prefix}_${body}${seals.mark('item', `${id.prefix} ${body}`, MARK)}`;
}

const FORM = /^([a-z]+)_([0-9a-f]{16})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{28})$/;

/** null for an id that this server has not made. */
export function readItemId(seals: Seals, text: string): ItemId | null {
  const [, prefix = '', answer = '', place = '', reasoning = ''] = FORM.exec(text) ?? [];
  const by = Number.parseInt(reasoning, 16);
  const id = { prefix, answer, place: Number.parseInt(place, 16), reasoning: by === NONE ? null : by };
  return prefix !== '' && makeItemId(seals, id) === text ? id : null;
}

/** The id of the reasoning item that an item was produced by. */
export const reasoningOf = (seals: Seals, { answer, reasoning }: ItemId): string | null =>
  reasoning === null ? null : makeItemId(seals, { prefix: 'rs', answer, place: reasoning, reasoning: null });
