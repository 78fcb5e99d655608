import { type Arbitrary, array, constant, constantFrom, integer, nat, oneof, record, tuple } from 'fast-check';
import type { HistoryMessage } from '#core/message.ts';
import {
  CHAT_SWITCH,
  CLOSED_CALL,
  CONTEXT,
  DELETED,
  EVERY_MESSAGE,
  EXCLUDED,
  FLATTEN_CALLS,
  HIDDEN,
  messageRefOf,
  MODEL_OUTPUT,
  MODEL_WINDOW,
  NO_SERVER_TOOLS,
  NO_TOOLS,
  NOT_SENT,
  OMIT_BLOCK,
  OMIT_FIELD,
  OMIT_MEDIA,
  PRUNED,
  QUARANTINE_TOOL,
  SHORTENED,
  SMALLER_WINDOW,
  STRIP_STATE,
  SUMMARY,
  THINKING_FORM,
  THINKING_OFF,
} from '#core/normalize/base/overlays.ts';
import { PREVENTIVE_HOOKS } from '#core/preventive-hook.ts';
import type { Overlay, Target } from '#core/request.ts';
import { historyOf, SOURCES } from './arbitrary-history.ts';
import { anyTarget } from './arbitrary-target.ts';
import { named } from './history-builders.ts';
import { TARGETS } from './targets.ts';

/** The targets that a conversation is sent to, and those that its answers come from. */
interface Participants {
  targets: readonly Target[];
  sources: readonly string[];
}

/** What a target can differ in from the one before, one thing at a time. */
const CHANGES: readonly ((target: Target) => Target)[] = [
  ({ model, ...rest }) => ({ ...rest, model: { ...model, id: `${model.id}-next` } }),
  ({ model, ...rest }) => ({ ...rest, model: { ...model, tools: !model.tools } }),
  ({ model, ...rest }) => ({ ...rest, model: { ...model, images: !model.images } }),
  ({ model, ...rest }) => ({ ...rest, model: { ...model, files: !model.files } }),
  ({ model, ...rest }) => ({ ...rest, model: { ...model, thinking: { kind: 'none' } } }),
  (target) => ({ ...target, endpoint: 'https://another.example/v1' }),
  (target) => ({ ...target, account: 'another key' }),
  (target) => ({ ...target, tools: [{ name: 'web_search_v2', inputSchema: { type: 'object' } }] }),
  (target) => ({ ...target, rulesOff: PREVENTIVE_HOOKS }),
  (target) => ({ ...target, learned: { omit: ['thinking'], chat: {} } }),
  (target) => ({ ...target, learned: { omit: [], chat: { reasoningField: null } } }),
  (target) => ({ ...target, learned: { omit: [], chat: { reasoningField: 'reasoning' } } }),
];

/** With anyone, with models of one vendor that read each other's answers, or with one of them that changes. */
const participants: Arbitrary<Participants> = oneof(
  array(anyTarget, { minLength: 3, maxLength: 3 }).map((targets) => ({ targets, sources: SOURCES })),
  constantFrom(...SOURCES).map((name) => {
    const sources = SOURCES.filter((other) => TARGETS[other]?.vendor === TARGETS[name]?.vendor);
    return { targets: sources.map((source) => named(source)), sources };
  }),
  tuple(constantFrom(...SOURCES), array(constantFrom(...CHANGES), { minLength: 1, maxLength: 3 })).map(
    ([name, changes]) => ({ targets: [named(name), ...changes.map((change) => change(named(name)))], sources: [name] }),
  ),
);

/** What can happen to a conversation between two requests. */
type Edit =
  | { kind: 'append'; count: number }
  | { kind: 'branch'; at: number; count: number }
  | { kind: 'edit'; at: number }
  | { kind: 'overlay'; at: number; part: number; overlay: string }
  | { kind: 'stripped' }
  | { kind: 'fact'; fact: Fact }
  | { kind: 'refused-tool'; at: number }
  | { kind: 'undo'; at: number }
  | { kind: 'return'; to: number }
  | { kind: 'switch'; to: number }
  | { kind: 'window'; messages?: number; tokens?: number }
  | { kind: 'system' }
  | { kind: 'practice' };

type Fact = Pick<Overlay, 'kind' | 'data'>;

/** Overlays of one message. */
const KINDS = [
  HIDDEN,
  SHORTENED,
  PRUNED,
  CLOSED_CALL,
  OMIT_MEDIA,
  CONTEXT,
  STRIP_STATE,
  FLATTEN_CALLS,
  THINKING_OFF,
  SUMMARY,
  NOT_SENT,
  EXCLUDED,
  DELETED,
];

/** What a refusal or the user says of the whole conversation. */
const FACTS: readonly Fact[] = [
  ...['temperature', 'stream_options', 'thinking'].map((field) => ({ kind: OMIT_FIELD, data: { field } })),
  // Not `manual`: the SDK logs a warning for some models.
  ...['adaptive', 'always', 'level', 'budget'].map((form) => ({ kind: THINKING_FORM, data: { form } })),
  { kind: THINKING_FORM, data: { efforts: ['low'] } },
  ...[null, 'reasoning', 'reasoning_content'].map((value) => ({
    kind: CHAT_SWITCH,
    data: { switch: 'reasoningField', value },
  })),
  ...['system', 'user'].map((value) => ({ kind: CHAT_SWITCH, data: { switch: 'systemRole', value } })),
  { kind: CHAT_SWITCH, data: { switch: 'toolMessageName', value: false } },
  { kind: CHAT_SWITCH, data: { switch: 'callOnlyContent', value: 'omit' } },
  { kind: CHAT_SWITCH, data: { switch: 'thinkingParameter', value: 'none' } },
  ...['thinking', 'web_search_tool_result', 'reasoning'].map((block) => ({ kind: OMIT_BLOCK, data: { block } })),
  { kind: THINKING_OFF },
  { kind: NO_TOOLS },
  { kind: NO_SERVER_TOOLS },
  { kind: MODEL_WINDOW, data: { tokens: 3_000 } },
  { kind: MODEL_OUTPUT, data: { tokens: 300 } },
  { kind: SMALLER_WINDOW, data: { tokens: 1_000 } },
];

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
  { weight: 1, arbitrary: record({ kind: constantFrom('stripped' as const) }) },
  { weight: 1, arbitrary: record({ kind: constantFrom('fact' as const), fact: constantFrom(...FACTS) }) },
  { weight: 1, arbitrary: record({ kind: constantFrom('refused-tool' as const), at: nat() }) },
  { weight: 1, arbitrary: record({ kind: constantFrom('undo' as const), at: nat() }) },
  { weight: 2, arbitrary: record({ kind: constantFrom('return' as const), to: nat() }) },
  { weight: 2, arbitrary: record({ kind: constantFrom('switch' as const), to: nat() }) },
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

const said = (fact: Fact, at: number): Overlay => ({
  id: `o${at}`,
  sessionId: 's',
  target: { message: EVERY_MESSAGE },
  reason: 'said so',
  at,
  ...fact,
});

/** The requests of a conversation whose messages come, go and change as the edits say. */
export const anyMoments: Arbitrary<Moment[]> = tuple(
  participants.chain(({ targets, sources }) =>
    record({ targets: constant(targets), histories: array(historyOf(sources), { minLength: 2, maxLength: 4 }) }),
  ),
  array(edit, { minLength: 3, maxLength: 20 }),
).map(([{ targets, histories }, edits]) => {
  const source = histories.flat();
  let next = 0;
  let history: HistoryMessage[] = [];
  let overlays: Overlay[] = [];
  let target = targets[0] ?? named('openai-chat');
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
                files: [{ id: 'f', kind: 'agents', path: 'AGENTS.md', text: 'Be brief.' }],
                vendor: one.overlay === STRIP_STATE ? target.vendor : undefined,
                kept: one.part,
              },
            },
          ];
        break;
      }
      // A refusal left out all state up to the newest message. A branch without that message keeps its own.
      case 'stripped': {
        const at = history.length - 1;
        const message = history[at];
        if (message) {
          const about = { target: { message: messageRefOf(message, at) }, data: { vendor: target.vendor } };
          overlays = [...overlays, { ...said({ kind: STRIP_STATE }, index), ...about }];
        }
        break;
      }
      case 'fact':
        overlays = [...overlays, said(one.fact, index)];
        break;
      case 'refused-tool': {
        const tools = target.tools ?? [];
        const tool = tools[one.at % Math.max(1, tools.length)]?.name;
        if (tool !== undefined) overlays = [...overlays, said({ kind: QUARANTINE_TOOL, data: { tool } }, index)];
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
        target = targets[one.to % targets.length] ?? target;
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
