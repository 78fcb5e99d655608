import { contextPart, resultText } from '../../draft/context-files.ts';
import { derive } from '../../draft/derive.ts';
import { isThinking } from '../../draft/draft.ts';
import { digest } from '../../hash.ts';
import type { SplitList } from '../../list-start.ts';
import type { HistoryMessage, Part, ToolResultPart } from '../../message.ts';
import { pairCalls } from '../../pair-calls.ts';
import type { Overlay } from '../../request.ts';
import type { Places } from './message-places.ts';
import {
  CLOSED_CALL,
  CONTEXT,
  DELETED,
  EXCLUDED,
  FLATTEN_CALLS,
  HIDDEN,
  KEEP_WHOLE,
  MODEL_FACTS,
  NOT_SENT,
  NO_SERVER_TOOLS,
  NO_TOOLS,
  OMIT_MEDIA,
  PRUNED,
  QUARANTINE_TOOL,
  SHORTENED,
  SMALLER_WINDOW,
  STRIP_STATE,
  SUMMARY,
  THINKING_OFF,
  lastTargeted,
  messageRefOf,
  readData,
} from './overlays.ts';
import { callAsText, fileAsText, mediaPlaceholder, resultAsText } from './texts.ts';

/** Kinds that do not change what the history shows. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...MODEL_FACTS,
  STRIP_STATE,
  THINKING_OFF,
  QUARANTINE_TOOL,
  NO_TOOLS,
  NO_SERVER_TOOLS,
  SMALLER_WINDOW,
  // See summaries.ts.
  SUMMARY,
  NOT_SENT,
  KEEP_WHOLE,
  // See exclusions.ts.
  EXCLUDED,
  DELETED,
]);

/**
 * The history as the overlays show it from `from` on. Messages that no overlay names keep their identity. Indices never
 * move.
 */
export function applyOverlays(
  history: SplitList<HistoryMessage>,
  overlays: readonly Overlay[],
  places: Places,
  from = 0,
): SplitList<HistoryMessage> {
  const own = history.slice(from);
  const names = new Set(own.map((message, at) => messageRefOf(message, from + at)));
  const byMessage = new Map<string, Overlay[]>();
  for (const overlay of overlays) {
    if (!names.has(overlay.target.message)) continue;
    if (ELSEWHERE.has(overlay.kind) || overlay.kind === FLATTEN_CALLS) continue;
    const list = byMessage.get(overlay.target.message);
    if (list) list.push(overlay);
    else byMessage.set(overlay.target.message, [overlay]);
  }
  const flat = lastTargeted(places, overlays, FLATTEN_CALLS);
  if (byMessage.size === 0 && flat < 0) return history;
  const tools = flat < 0 ? null : namesOfResults(history.all);
  let isChanged = false;
  const shown = own.map((message, at) => {
    const index = from + at;
    const named = byMessage.get(messageRefOf(message, index));
    const changed = named ? named.reduce(applyOverlay, message) : message;
    const flattened = tools && index <= flat ? flatten(changed, tools.get(index)) : changed;
    isChanged ||= flattened !== message;
    return flattened;
  });
  return isChanged ? history.continuedWith(from, shown) : history;
}

function applyOverlay(message: HistoryMessage, { kind, target, data }: Overlay): HistoryMessage {
  const { part } = target;
  if (kind === HIDDEN)
    return {
      ...message,
      parts: part === undefined ? [] : message.parts.map((own, at) => (at === part ? NOTHING : own)),
    };
  if (kind === OMIT_MEDIA)
    return { ...message, parts: message.parts.map((own, at) => omitMedia(own, at, message.parts, { part, data })) };
  if (kind === CONTEXT) {
    const contextFilesPart = contextPart(data);
    return contextFilesPart ? { ...message, parts: [...message.parts, contextFilesPart] } : message;
  }
  if (kind === PRUNED)
    return { ...message, parts: message.parts.map((own, at) => (at === part ? withoutPruned(own, data) : own)) };
  const text = readData(data, 'text');
  if (part === undefined || typeof text !== 'string') return message;
  if (kind === SHORTENED)
    return {
      ...message,
      parts: message.parts.map((own, at): Part =>
        at === part && own.type === 'tool_result' ? derive(own, `shortened ${text}`, () => ({ ...own, text })) : own,
      ),
    };
  if (kind !== CLOSED_CALL) return message;
  const call = message.parts[part];
  if (call?.type !== 'tool_call') return message;
  const result: ToolResultPart = {
    type: 'tool_result',
    callId: call.id,
    name: call.name,
    text,
    ...(readData(data, 'isError') === true && { isError: true }),
  };
  return { ...message, parts: [...message.parts, result] };
}

/** Keeps the place of a hidden part, so that indices still fit. Blank text is never sent. */
const NOTHING: Part = { type: 'text', text: '' };

function withoutPruned(part: Part, data: unknown): Part {
  const text = readData(data, 'text');
  const args = readData(data, 'args');
  if (part.type === 'tool_result' && typeof text === 'string')
    return derive(part, `pruned ${text}`, () => {
      const { images: _images, ...rest } = part;
      return { ...rest, text };
    });
  if (part.type !== 'tool_call' || args === undefined) return part;
  return derive(part, 'pruned', () => {
    const { rawArgs: _rawArgs, ...rest } = part;
    return { ...rest, args };
  });
}

/** `only`: the one part that is omitted. Reasoning that led to a picture can't go without it (R1). */
function omitMedia(
  part: Part,
  at: number,
  parts: readonly Part[],
  { part: only, data }: { part: number | undefined; data: unknown },
): Part {
  if (!isThinking(part)) return (only ?? at) === at ? withoutMedia(part, readData(data, 'pictures')) : part;
  const next = parts.findIndex((one, index) => index > at && !isThinking(one));
  return parts[next]?.type === 'image' && (only ?? next) === next ? NOTHING : part;
}

function withoutMedia(part: Part, pictures: unknown): Part {
  if (part.type === 'image') return { type: 'text', text: mediaPlaceholder('image', part.mime) };
  if (part.type === 'file') {
    const text = part.text === undefined ? mediaPlaceholder('file', part.name) : fileAsText(part.name, part.text);
    return { type: 'text', text };
  }
  if (part.type !== 'tool_result' || !part.images) return part;
  const { images, ...rest } = part;
  const named: ReadonlySet<unknown> | null = Array.isArray(pictures) ? new Set(pictures) : null;
  return derive(part, `without ${named ? [...named].join(' ') : 'media'}`, () => {
    const kept = images.filter(({ data }) => named !== null && !named.has(digest(data)));
    const placeholders = images.flatMap((image) => (kept.includes(image) ? [] : mediaPlaceholder('image', image.mime)));
    const text = [rest.text, ...placeholders].filter((line) => line.trim() !== '').join('\n');
    return { ...rest, text, ...(kept.length > 0 && { images: kept }) };
  });
}

/** For each message, the tools that its results answer, by part index. */
function namesOfResults(history: readonly HistoryMessage[]): ReadonlyMap<number, ReadonlyMap<number, string>> {
  const names = new Map<number, Map<number, string>>();
  for (const { call, result } of [...pairCalls(history).calls.values()].flat()) {
    if (!result) continue;
    let own = names.get(result.message);
    if (!own) names.set(result.message, (own = new Map()));
    own.set(result.part, call.name);
  }
  return names;
}

/** Turns calls and results into text in place. A tool message becomes a user message. */
function flatten(message: HistoryMessage, names?: ReadonlyMap<number, string>): HistoryMessage {
  const { role, parts } = message;
  if (!parts.some(({ type }) => type === 'tool_call' || type === 'tool_result')) return message;
  const flat = parts.flatMap((part, at): Part[] => {
    if (part.type === 'tool_call') return [{ type: 'text', text: callAsText(part.name, argumentsOf(part)) }];
    // A result inside an answer is sent as text in the user message after it, like any result without a call.
    if (part.type !== 'tool_result' || role === 'assistant') return [part];
    const name = part.name ?? names?.get(at) ?? 'unknown';
    const text = resultAsText(name, resultText(part), part.isError ?? false);
    return [{ type: 'text', text }, ...(part.images ?? []).map((image): Part => ({ type: 'image', ...image }))];
  });
  return { ...message, role: role === 'tool' ? 'user' : role, parts: flat };
}

function argumentsOf({ args, rawArgs }: { args: unknown; rawArgs?: string }): string {
  if (rawArgs !== undefined) return rawArgs;
  try {
    return JSON.stringify(args ?? {});
  } catch {
    return '{}';
  }
}
