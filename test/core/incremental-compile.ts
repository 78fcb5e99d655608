import { type Arbitrary, array, constantFrom, integer, nat, oneof, record, tuple } from 'fast-check';
import type { HistoryMessage } from '#core/message.ts';
import {
  CLOSED_CALL,
  DELETED,
  EXCLUDED,
  HIDDEN,
  messageRefOf,
  NOT_SENT,
  OMIT_MEDIA,
  PRUNED,
  SHORTENED,
  STRIP_STATE,
  SUMMARY,
} from '#core/normalize/base/overlays.ts';
import type { Overlay, Target } from '#core/request.ts';
import { anyHistory } from './arbitrary-history.ts';
import { anyTarget } from './arbitrary-target.ts';

/** What can happen to a conversation between two requests. */
type Edit =
  | { kind: 'append'; count: number }
  | { kind: 'branch'; at: number; count: number }
  | { kind: 'edit'; at: number }
  | { kind: 'overlay'; at: number; part: number; overlay: string }
  | { kind: 'undo'; at: number }
  | { kind: 'return'; to: number }
  | { kind: 'switch'; to: number }
  | { kind: 'window'; messages?: number; tokens?: number }
  | { kind: 'system' }
  | { kind: 'practice' };

const KINDS = [HIDDEN, SHORTENED, PRUNED, CLOSED_CALL, OMIT_MEDIA, STRIP_STATE, SUMMARY, NOT_SENT, EXCLUDED, DELETED];

const edit: Arbitrary<Edit> = oneof(
  { weight: 8, arbitrary: record({ kind: constantFrom('append' as const), count: integer({ min: 1, max: 4 }) }) },
  {
    weight: 1,
    arbitrary: record({ kind: constantFrom('branch' as const), at: nat(), count: integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: record({ kind: constantFrom('edit' as const), at: nat() }) },
  {
    weight: 2,
    arbitrary: record({
      kind: constantFrom('overlay' as const),
      at: nat(),
      part: nat(3),
      overlay: constantFrom(...KINDS),
    }),
  },
  { weight: 1, arbitrary: record({ kind: constantFrom('undo' as const), at: nat() }) },
  { weight: 2, arbitrary: record({ kind: constantFrom('return' as const), to: nat() }) },
  { weight: 2, arbitrary: record({ kind: constantFrom('switch' as const), to: nat(2) }) },
  {
    weight: 1,
    arbitrary: oneof(
      record({ kind: constantFrom('window' as const), messages: integer({ min: 1, max: 20 }) }),
      record({ kind: constantFrom('window' as const), tokens: integer({ min: 200, max: 4_000 }) }),
      record({ kind: constantFrom('window' as const) }),
    ),
  },
  { weight: 1, arbitrary: record({ kind: constantFrom('system' as const) }) },
  { weight: 1, arbitrary: record({ kind: constantFrom('practice' as const) }) },
);

/** A conversation as it is when a request is made. */
export interface Moment {
  history: readonly HistoryMessage[];
  overlays: readonly Overlay[];
  target: Target;
}

/** The requests of a conversation whose messages come, go and change as the edits say. */
export const anyMoments: Arbitrary<Moment[]> = tuple(
  array(anyHistory, { minLength: 2, maxLength: 4 }),
  tuple(anyTarget, anyTarget, anyTarget),
  array(edit, { minLength: 3, maxLength: 20 }),
).map(([histories, targets, edits]) => {
  const source = histories.flat();
  let next = 0;
  let history: HistoryMessage[] = [];
  let overlays: Overlay[] = [];
  let target: Target = targets[0];
  const earlier: HistoryMessage[][] = [];
  const take = (count: number): HistoryMessage[] => {
    const taken = source.slice(next, next + count);
    next += taken.length;
    return taken;
  };
  return edits.map((one, index): Moment => {
    switch (one.kind) {
      case 'append':
        history = [...history, ...take(one.count)];
        break;
      case 'branch':
        history = [...history.slice(0, history.length === 0 ? 0 : one.at % history.length), ...take(one.count)];
        break;
      case 'edit': {
        const at = history.length === 0 ? 0 : one.at % history.length;
        const message = history[at];
        const text = { type: 'text', text: `instead ${index}` } as const;
        if (message && message.role !== 'tool')
          history = history.with(at, {
            ...message,
            id: `edited ${index}`,
            parts: [...message.parts.slice(0, -1), text],
          });
        break;
      }
      case 'overlay': {
        const at = history.length === 0 ? 0 : one.at % history.length;
        const message = history[at];
        if (message)
          overlays = [
            ...overlays,
            {
              id: `o${index}`,
              sessionId: 's',
              kind: one.overlay,
              target: { message: messageRefOf(message, at), ...(one.overlay !== SUMMARY && { part: one.part }) },
              reason: 'said so',
              at: index,
              data: {
                text: 'shorter',
                vendor: one.overlay === STRIP_STATE ? target.vendor : undefined,
                kept: one.part,
              },
            },
          ];
        break;
      }
      case 'undo':
        overlays = overlays.filter((_, at) => at !== one.at % overlays.length);
        break;
      // To another branch, or to where this one was. What follows grows from there.
      case 'return':
        history = earlier[one.to % Math.max(1, earlier.length)] ?? history;
        break;
      case 'switch':
        target = targets[one.to % 3] ?? target;
        break;
      case 'window': {
        const { kind: _kind, ...window } = one;
        target = { ...target, window };
        break;
      }
      case 'practice': {
        const { simulated, ...real } = target;
        target = simulated ? real : { ...real, simulated: true };
        break;
      }
      case 'system':
        target = { ...target, system: `Be brief. ${index}`, tokenFactor: 1 + index / 10 };
        break;
    }
    earlier.push(history);
    return { history, overlays, target };
  });
});
