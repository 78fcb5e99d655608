import type { SplitList } from '../list-start.ts';
import type { HistoryMessage } from '../message.ts';
import { isUserContent } from '../pair-calls.ts';
import type { Learned, Note, Overlay, Target } from '../request.ts';
import type { ChatSwitches } from '../vendors/base/dialect.ts';
import {
  CHAT_SWITCH,
  EVERY_MESSAGE,
  FLATTEN_CALLS,
  lastTargeted,
  MODEL_OUTPUT,
  MODEL_WINDOW,
  NO_SERVER_TOOLS,
  NO_TOOLS,
  OMIT_FIELD,
  OMIT_MEDIA,
  QUARANTINE_TOOL,
  readData,
  SMALLER_WINDOW,
  THINKING_FORM,
  THINKING_OFF,
} from './base/overlays.ts';
import type { Places } from './base/message-places.ts';
import { formOf, withThinkingForm } from './thinking-form.ts';

/** The switches that a refusal can set, and their possible values. */
const SWITCH_VALUES: { [Key in keyof ChatSwitches]?: readonly ChatSwitches[Key][] } = {
  maxTokensField: ['max_tokens', 'max_completion_tokens'],
  systemRole: ['system', 'user'],
  callOnlyContent: ['omit'],
  streamUsage: [false],
  thinkingParameter: ['none'],
  reasoningField: [null, 'reasoning', 'reasoning_content'],
  toolMessageName: [false],
  grammarOfTools: [true],
  openApiTools: [true],
  newestReasoning: [true],
};

export interface LearnedTarget {
  target: Target;
  /** One for each overlay that changed something. */
  notes: Note[];
}

/**
 * The target with what the overlays say about it: anything it refused is not requested again. `overlays` are those that
 * apply to it (see `overlaysFor`). Only removes things, so the order of the overlays does not matter.
 */
export function withLearnedFacts(
  given: Target,
  overlays: readonly Overlay[],
  history: SplitList<HistoryMessage>,
  places: Places,
): LearnedTarget {
  const notes: Note[] = [];
  const noted = new Set<string>();
  const note = (rule: string, detail?: string, message?: number): void => {
    const key = `${rule} ${message} ${detail}`;
    if (noted.has(key)) return;
    noted.add(key);
    notes.push({ rule, ...(message !== undefined && { message }), ...(detail !== undefined && { detail }) });
  };
  let target = given;
  /** Whether the user said nothing new since the message that the overlay names. */
  const isInOpenExchange = ({ target: { message } }: Overlay): boolean =>
    message === EVERY_MESSAGE || places.last(message) >= Math.max(0, newestQuestion(history));
  for (const overlay of overlays) target = learn(target, overlay, { places, isInOpenExchange }, note);
  const flat = lastTargeted(places, overlays, FLATTEN_CALLS);
  if (flat >= 0) note('calls-as-text', undefined, flat);
  return { target, notes };
}

type Tell = (rule: string, detail?: string, message?: number) => void;

function learn(
  target: Target,
  overlay: Overlay,
  { places, isInOpenExchange }: { places: Places; isInOpenExchange: (overlay: Overlay) => boolean },
  note: Tell,
): Target {
  const { kind, data, reason } = overlay;
  const tokens = readTokens(data);
  switch (kind) {
    case OMIT_FIELD: {
      const field = readData(data, 'field');
      if (typeof field !== 'string') return target;
      note('omit-field', field);
      return withLearned(target, { omit: [field], chat: {} });
    }
    case THINKING_FORM: {
      const thinking = withThinkingForm(target.model.thinking, formOf(data));
      if (thinking === target.model.thinking) return target;
      note('thinking-form', reason);
      const reformedTarget = { ...target, model: { ...target.model, thinking } };
      return withLearned(reformedTarget, { omit: [], chat: {}, thinking });
    }
    case CHAT_SWITCH: {
      const chat = readSwitch(data);
      if (!chat) return target;
      note('chat-switch', JSON.stringify(chat));
      return withLearned(target, { omit: [], chat });
    }
    case THINKING_OFF:
      if (!isInOpenExchange(overlay) || (target.thinking ?? 'off') === 'off') return target;
      note('thinking-off', reason);
      return { ...target, thinking: 'off' };
    case NO_TOOLS:
      if (!target.model.tools) return target;
      note('no-tools', reason);
      return { ...target, model: { ...target.model, tools: false } };
    case NO_SERVER_TOOLS: {
      if (!target.serverTools) return target;
      note('no-server-tools', reason);
      const { serverTools: _refused, ...rest } = target;
      return rest;
    }
    case QUARANTINE_TOOL: {
      const name = readData(data, 'tool');
      if (typeof name !== 'string' || !target.tools?.some((tool) => tool.name === name)) return target;
      note('quarantine-tool', `${name}: ${reason}`);
      return { ...target, tools: target.tools.filter((tool) => tool.name !== name) };
    }
    case MODEL_WINDOW:
      if (tokens === null || (target.model.contextWindow ?? Number.POSITIVE_INFINITY) <= tokens) return target;
      note('model-window', String(tokens));
      return { ...target, model: { ...target.model, contextWindow: tokens } };
    case MODEL_OUTPUT:
      if (!isInOpenExchange(overlay)) return target;
      if (tokens === null || (target.model.maxOutput ?? Number.POSITIVE_INFINITY) <= tokens) return target;
      note('model-output', String(tokens));
      return { ...target, model: { ...target.model, maxOutput: tokens } };
    case SMALLER_WINDOW: {
      const limit = readData(data, 'by') === 'person' ? 'tokens' : 'refused';
      const budget = tokens === null ? Number.NaN : Math.floor(tokens * (target.tokenFactor ?? 1));
      if (!(budget < (target.window?.[limit] ?? Number.POSITIVE_INFINITY))) return target;
      note('smaller-window', String(budget));
      return { ...target, window: { ...target.window, [limit]: budget } };
    }
    case OMIT_MEDIA: {
      const index = places.last(overlay.target.message);
      if (index >= 0) note('omit-media', undefined, index);
      return target;
    }
    default:
      return target;
  }
}

/** The target for which a compiled request was made. */
export function targetWithLearned(target: Target, learned: Learned | undefined): Target {
  if (!learned) return target;
  return { ...target, learned, ...(learned.thinking && { model: { ...target.model, thinking: learned.thinking } }) };
}

function withLearned(target: Target, more: Learned): Target {
  const omit = [...new Set([...(target.learned?.omit ?? []), ...more.omit])].sort();
  const thinking = more.thinking ?? target.learned?.thinking;
  const { reasoningField, systemRole } = target.learned?.chat ?? {};
  const chat = {
    ...target.learned?.chat,
    ...more.chat,
    ...(reasoningField === null && { reasoningField }),
    ...(systemRole === 'user' && { systemRole }),
  };
  return { ...target, learned: { omit, chat, ...(thinking && { thinking }) } };
}

function readTokens(data: unknown): number | null {
  const tokens = readData(data, 'tokens');
  return typeof tokens === 'number' && Number.isFinite(tokens) && tokens >= 1 ? Math.floor(tokens) : null;
}

function readSwitch(data: unknown): Partial<ChatSwitches> | null {
  const name = readData(data, 'switch');
  const value = readData(data, 'value');
  const values: readonly unknown[] = Object.entries(SWITCH_VALUES).find(([key]) => key === name)?.[1] ?? [];
  return typeof name === 'string' && values.includes(value) ? { [name]: value } : null;
}

/** Index of the last message in which the user said something; -1 without one. */
function newestQuestion(history: SplitList<HistoryMessage>): number {
  for (let index = history.length - 1; index >= 0; index--) {
    const message = history.at(index);
    if (message?.role === 'user' && message.parts.some(isUserContent)) return index;
  }
  return -1;
}
