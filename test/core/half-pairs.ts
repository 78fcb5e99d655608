import { type Arbitrary, array, constantFrom, nat, record } from 'fast-check';
import type { HistoryMessage } from '#core/message.ts';

/** Keys whose values aren't free text: breaking one makes a different history, not a different string. */
const FIXED: ReadonlySet<string> = new Set(['role', 'type', 'stop', 'vendor', 'endpoint']);

interface Break {
  at: number;
  into: number;
  half: string;
}

const breaks: Arbitrary<Break[]> = array(
  record({ at: nat(10_000), into: nat(10_000), half: constantFrom('\ud83d', '\udc00', '\\ud83d') }),
  { minLength: 1, maxLength: 8 },
);

/** Half a surrogate pair, raw or as a JSON escape, in some of the strings of a value. */
export function brokenBy<T>(value: T, list: readonly Break[]): T {
  const strings: { holder: Record<string, unknown>; key: string }[] = [];
  const copy = structuredClone(value);
  const collect = (holder: Record<string, unknown>): void => {
    for (const [key, inner] of Object.entries(holder)) {
      if (typeof inner === 'string' && !FIXED.has(key)) strings.push({ holder, key });
      else if (typeof inner === 'object' && inner !== null) collect(inner as Record<string, unknown>);
    }
  };
  collect(copy as Record<string, unknown>);
  for (const { at, into, half } of list) {
    const place = strings[at % Math.max(1, strings.length)];
    if (!place) continue;
    const text = String(place.holder[place.key]);
    const cut = into % (text.length + 1);
    place.holder[place.key] = text.slice(0, cut) + half + text.slice(cut);
  }
  return copy;
}

/** A history with half surrogate pairs in strings of any kind: text, names, types, ids, arguments, opaque values. */
export function halfPairs(histories: Arbitrary<HistoryMessage[]>): Arbitrary<HistoryMessage[]> {
  return histories.chain((history) => breaks.map((list) => brokenBy(history, list)));
}

export const anyBreaks = breaks;

/** A string or key that still contains half a pair, at any depth and in JSON text too; `null` if there is none. */
export function leftHalf(value: unknown): string | null {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) return value;
    return /^[[{]/.test(value) && value.includes('\\u') ? leftHalf(parsed(value)) : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const left = leftHalf(key) ?? leftHalf(inner);
    if (left !== null) return left;
  }
  return null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
