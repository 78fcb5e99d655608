import type { Seals } from '../base/seal.ts';

/** The facts in an item id, which only its own server can read. */
export interface ItemId {
  prefix: string;
  /** The answer it belongs to: 16 hex digits. */
  answer: string;
  place: number;
  /** Position of the reasoning item that produced it; null without one. */
  reasoning: number | null;
}

const NONE = 0xff;
const MARK = 28;
const byte = (value: number) => value.toString(16).padStart(2, '0');

const bodyOf = ({ answer, place, reasoning }: Omit<ItemId, 'prefix'>) =>
  `${answer}${byte(place)}${byte(reasoning ?? NONE)}`;

/** Ids mean nothing to others, and the server recognizes its own without storing them (R2). */
export function makeItemId(seals: Seals, id: ItemId): string {
  const body = bodyOf(id);
  return `${id.prefix}_${body}${seals.mark('item', `${id.prefix} ${body}`, MARK)}`;
}

const FORM = /^([a-z]+)_([0-9a-f]{16})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{28})$/;

/** Returns null for an id that this server has not created. */
export function readItemId(seals: Seals, text: string): ItemId | null {
  const [, prefix = '', answer = '', place = '', reasoning = ''] = FORM.exec(text) ?? [];
  const by = Number.parseInt(reasoning, 16);
  const id = { prefix, answer, place: Number.parseInt(place, 16), reasoning: by === NONE ? null : by };
  return prefix !== '' && makeItemId(seals, id) === text ? id : null;
}

/** The id of the reasoning item that produced an item. */
export const reasoningOf = (seals: Seals, { answer, reasoning }: ItemId): string | null =>
  reasoning === null ? null : makeItemId(seals, { prefix: 'rs', answer, place: reasoning, reasoning: null });
