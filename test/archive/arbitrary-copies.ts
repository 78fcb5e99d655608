import { type Arbitrary, array, boolean, constantFrom, integer, record, tuple } from 'fast-check';
import { without } from '#core/without.ts';
import type { SessionHistory } from '#archive/records.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import { sessionNamed } from './arbitrary-session.ts';

interface Side {
  has: boolean[];
  /** Where the answer breaks off; the other copy may have it complete. */
  cut: boolean[];
  hides: boolean[];
  title: string;
  titleBy: 'auto' | 'person';
  leaf: number;
  folder: string | undefined;
  /** Earlier versions didn't store names of images. */
  named: boolean;
}

const side: Arbitrary<Side> = record({
  has: array(boolean(), { minLength: 12, maxLength: 12 }),
  cut: array(constantFrom(false, false, false, true), { minLength: 12, maxLength: 12 }),
  hides: array(constantFrom(false, false, true), { minLength: 12, maxLength: 12 }),
  title: constantFrom('', 'One', 'Two'),
  titleBy: constantFrom('auto' as const, 'person' as const),
  leaf: integer({ min: 0, max: 11 }),
  folder: constantFrom(undefined, 'f1', 'f2'),
  named: boolean(),
});

/** One conversation on two devices, each of which continued it separately and may lack what the other did. */
export const copies: Arbitrary<[SessionHistory, SessionHistory]> = tuple(sessionNamed('s'), side, side).map(
  ([original, one, two]) => [copyOf(original, one), copyOf(original, two)],
);

function copyOf(
  original: SessionHistory,
  { has, cut, hides, title, titleBy, leaf, folder, named }: Side,
): SessionHistory {
  const kept = new Set<string>();
  const messages: StoredMessage[] = [];
  for (const [index, message] of original.messages.entries()) {
    const reachable = message.parentId === null || kept.has(message.parentId);
    if (!reachable || !(has[index] ?? true)) continue;
    kept.add(message.id);
    const own = named ? message : { ...message, parts: message.parts.map(unnamed) };
    messages.push({ ...(cut[index] ? brokenOff(own) : own), seq: messages.length + 1 });
  }
  const mine = <T extends { id: string }>(rows: readonly T[]) => rows.filter(({ id }) => kept.has(id));
  const overlays = original.overlays.filter(({ target }) => kept.has(target.message));
  return {
    ...original,
    session: {
      ...original.session,
      title,
      titleBy,
      leafId: messages[leaf]?.id ?? messages.at(-1)?.id ?? null,
      lastSeq: messages.length,
      ...(folder !== undefined && { folder, tags: [folder] }),
    },
    messages,
    overlays: overlays.filter(({ kind }, index) => (kind !== 'hidden' && kind !== 'deleted') || hides[index]),
    sends: mine(original.sends).map((send) => ({ ...send, first: null, notes: [] })),
    usage: mine(original.usage),
    outputs: original.outputs
      .filter(({ call }) => kept.has(call.split('#')[0] ?? ''))
      // Each device numbers on its own.
      .map((output, index) => ({ ...output, id: `output-${index + 1}` })),
  };
}

const unnamed = (part: StoredPart): StoredPart => (part.type === 'image' ? without(part, 'name') : part);

function brokenOff(message: StoredMessage): StoredMessage {
  const parts = message.parts
    .slice(0, 1)
    .map((part): StoredPart => (part.type === 'text' ? { type: 'text', text: part.text.slice(0, 2) } : part));
  return { ...message, status: 'interrupted', parts };
}
