import { sameEndpoint } from '../../endpoint.ts';
import type { HistoryMessage } from '../../message.ts';
import type { Overlay, Target } from '../../request.ts';
import { VENDORS, type Vendor } from '../../vendor.ts';
import type { Places } from './message-places.ts';

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
export const MODEL_FACTS: ReadonlySet<string> = new Set([
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
  const ofVendor = readData(data, 'vendor');
  if (ofVendor !== undefined && ofVendor !== vendor) return false;
  const ofEndpoint = readData(data, 'endpoint');
  if (typeof ofEndpoint === 'string' && !sameEndpoint(vendor, ofEndpoint, endpoint)) return false;
  const ofModel = readData(data, 'model');
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
export function lastTargeted(places: Places, overlays: readonly Overlay[], kind: string): number {
  let last = -1;
  for (const overlay of overlays) if (overlay.kind === kind) last = Math.max(last, places.last(overlay.target.message));
  return last;
}

/** Index of the last message up to which this vendor's state is left out. -1 when there is none. */
export function stripThrough(places: Places, overlays: readonly Overlay[], vendor: Vendor): number {
  const own = overlays.filter(({ kind, data }) => kind === STRIP_STATE && vendorOf(data) === vendor);
  return lastTargeted(places, own, STRIP_STATE);
}

function vendorOf(data: unknown): Vendor | undefined {
  const vendor = readData(data, 'vendor');
  return VENDORS.find((id) => id === vendor);
}

export function readData(data: unknown, key: string): unknown {
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[key] : undefined;
}
