import { contextPart, resultText } from '../../draft/context-files.ts';
import { derive } from '../../draft/derive.ts';
import { isThinking } from '../../draft/draft.ts';
import { sameEndpoint } from '../../endpoint.ts';
import { digest } from '../../hash.ts';
import type { HistoryMessage, Part, ToolResultPart } from '../../message.ts';
import { pairCalls } from '../../pair-calls.ts';
import type { Overlay, Target } from '../../request.ts';
import { VENDORS, type Vendor } from '../../vendor.ts';
import { callAsText, fileAsText, mediaPlaceholder, resultAsText } from './texts.ts';

/** A message, or one part of it, that is left out of requests. */
export const HIDDEN = 'hidden';
/** `data: { text }`: a tool result that is sent truncated. The stored one is unchanged. */
export const SHORTENED = 'shortened';
/**
 * `data: { strategy, text }` or `data: { strategy, args }`: a tool result, or the arguments of a call, that is no
 * longer sent because later ones replaced it (see reliability/prune.ts).
 */
export const PRUNED = 'pruned';
/** Whether the overlay sends a part pruned or truncated. */
export function isReduced({ kind }: Pick<Overlay, 'kind'>): boolean {
  return kind === PRUNED || kind === SHORTENED;
}

/** For a whole session: nothing of it is pruned or truncated to fit the token budget. */
export const KEEP_WHOLE = 'keep-whole';
/** `data: { text, isError? }`: a result for a call that has none. */
export const CLOSED_CALL = 'closed-call';
/**
 * `data: { vendor }`: opaque reasoning of this vendor up to and including this message is no longer sent to it. The
 * decision is permanent: blocks that were left out once must not come back (vendor-rules A24, A25).
 */
export const STRIP_STATE = 'strip-state';
/**
 * `data: { sent }`: calls and results up to and including this message are sent as text. `sent` outlines what was
 * refused.
 */
export const FLATTEN_CALLS = 'flatten-calls';
/**
 * Images and files of this message, or of one part, are named instead of sent. `data: { pictures }`: only those pictures
 * of a tool result, by the digests of their bytes.
 */
export const OMIT_MEDIA = 'omit-media';
/** Thinking is off while this message belongs to the open exchange, or permanently for `EVERY_MESSAGE`. */
export const THINKING_OFF = 'thinking-off';
/** `data: { tool }`: this tool is not offered. */
export const QUARANTINE_TOOL = 'quarantine-tool';
/** No tools are offered, and the history shows none. */
export const NO_TOOLS = 'no-tools';
/** The vendor does not run the tools of its own here that the user lets it use. */
export const NO_SERVER_TOOLS = 'no-server-tools';
/**
 * `data: { block }`: the vendor's own blocks of this kind are not sent back. `thinking`: none of its own thinking is.
 */
export const OMIT_BLOCK = 'omit-block';
/** `data: ThinkingForm`: how the model wants to be asked for thinking, according to itself. */
export const THINKING_FORM = 'thinking-form';
/** `data: { field }`: this field of the body is not sent. */
export const OMIT_FIELD = 'omit-field';
/** `data: { switch, value }`: the value of one of the dialect's switches (see ChatSwitches). */
export const CHAT_SWITCH = 'chat-switch';
/** `data: { tokens, per? }`: the model's window, according to itself; `per: 'minute'` for what a minute allows. */
export const MODEL_WINDOW = 'model-window';
/** `data: { tokens }`: the maximum output tokens that may be requested. With a message: until the user's next one. */
export const MODEL_OUTPUT = 'model-output';
/** `data: { tokens }`: maximum input tokens of a request in this session, by the uncalibrated estimate. */
export const SMALLER_WINDOW = 'smaller-window';

/**
 * `data: { kept }`: this message is a summary of the path before it. It replaces everything before the `kept` messages
 * directly in front of it; those stay as they are. The replaced messages are not sent.
 */
export const SUMMARY = 'summary';
/** This message is not sent. Unlike a hidden one, it stays on its path. */
export const NOT_SENT = 'not-sent';

/**
 * A message that the user excluded from requests, with the results of its calls; with a part, one tool result, instead
 * of which its call gets a placeholder. It stays on its path and on the screen.
 */
export const EXCLUDED = 'excluded';

/**
 * A message that the user deleted, or with a part one tool result. It is stored as before and stays on its path, but
 * nothing shows, finds or sends it until it is restored. See deletions.ts.
 */
export const DELETED = 'deleted';

/** `data: { files }`: context files (see ContextFile) that are sent to the model with this user message. */
export const CONTEXT = 'context';

/** Used instead of a message id when the overlay is about no message. */
export const EVERY_MESSAGE = '*';

/** Facts about a model, valid in every session. All other kinds belong to their session. */
const MODEL_FACTS: ReadonlySet<string> = new Set([
  OMIT_BLOCK,
  THINKING_FORM,
  OMIT_FIELD,
  CHAT_SWITCH,
  MODEL_WINDOW,
  MODEL_OUTPUT,
]);

export function isModelFact({ kind, target, data }: Pick<Overlay, 'kind' | 'target' | 'data'>): boolean {
  return target.message === EVERY_MESSAGE && (MODEL_FACTS.has(kind) || readData(data, 'fact') === true);
}

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
 * Returns the overlays that apply to a target. `data` may name a vendor, an endpoint and a model; such an overlay
 * applies nowhere else.
 */
export function overlaysFor(overlays: readonly Overlay[], target: Target): readonly Overlay[] {
  return overlays.every((overlay) => holds(overlay, target))
    ? overlays
    : overlays.filter((overlay) => holds(overlay, target));
}

function holds({ data }: Overlay, { vendor, endpoint, model }: Target): boolean {
  const [ofVendor, ofEndpoint, ofModel] = ['vendor', 'endpoint', 'model'].map((key) => readData(data, key));
  if (ofVendor !== undefined && ofVendor !== vendor) return false;
  if (typeof ofEndpoint === 'string' && !sameEndpoint(vendor, ofEndpoint, endpoint)) return false;
  return ofModel === undefined || ofModel === model.id;
}

/** How sets name what an overlay is about: `<message>`, or `<message>#<part>`. */
export const targetKey = ({ message, part }: Overlay['target']): string =>
  part === undefined ? message : `${message}#${part}`;

/** How an overlay refers to a message: by id, or by index when it has no id. */
export function messageRefOf({ id }: HistoryMessage, index: number): string {
  return id ?? `#${index}`;
}

/** Index of the last message that an overlay of this kind names. -1 when none is on this path. */
export function lastTargeted(history: readonly HistoryMessage[], overlays: readonly Overlay[], kind: string): number {
  const names = new Set(overlays.filter((overlay) => overlay.kind === kind).map(({ target }) => target.message));
  return names.size === 0 ? -1 : history.findLastIndex((message, index) => names.has(messageRefOf(message, index)));
}

/**
 * The history as the overlays show it from `from` on. Messages that no overlay names keep their identity. Indices never
 * move.
 */
export function applyOverlays(
  history: readonly HistoryMessage[],
  overlays: readonly Overlay[],
  from = 0,
): readonly HistoryMessage[] {
  const byMessage = new Map<string, Overlay[]>();
  for (const overlay of overlays) {
    if (ELSEWHERE.has(overlay.kind) || overlay.kind === FLATTEN_CALLS) continue;
    const list = byMessage.get(overlay.target.message);
    if (list) list.push(overlay);
    else byMessage.set(overlay.target.message, [overlay]);
  }
  const flat = lastTargeted(history, overlays, FLATTEN_CALLS);
  if (byMessage.size === 0 && flat < 0) return history;
  const names = flat < 0 ? null : namesOfResults(history);
  let all: HistoryMessage[] | null = null;
  for (let index = from; index < history.length; index++) {
    const message = history[index];
    if (!message) continue;
    const named = byMessage.get(messageRefOf(message, index));
    const changed = named ? named.reduce(applyOverlay, message) : message;
    const shown = names && index <= flat ? flatten(changed, names.get(index)) : changed;
    if (shown === message) continue;
    all ??= [...history];
    all[index] = shown;
  }
  return all ?? history;
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

/** Index of the last message up to which this vendor's state is left out. -1 when there is none. */
export function stripThrough(history: readonly HistoryMessage[], overlays: readonly Overlay[], vendor: Vendor): number {
  const own = overlays.filter(({ kind, data }) => kind === STRIP_STATE && vendorOf(data) === vendor);
  return lastTargeted(history, own, STRIP_STATE);
}

function vendorOf(data: unknown): Vendor | undefined {
  const vendor = readData(data, 'vendor');
  return VENDORS.find((id) => id === vendor);
}

export function readData(data: unknown, key: string): unknown {
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[key] : undefined;
}
