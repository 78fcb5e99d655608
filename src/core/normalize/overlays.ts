import type { HistoryMessage, Part, ToolResultPart } from '../message.ts';
import type { Overlay } from '../request.ts';
import { VENDORS, type Vendor } from '../vendor.ts';

/** A message, or one part of it, that takes no part in requests. */
export const HIDDEN = 'hidden';
/** `data: { text }`: a tool result that is sent shortened; the stored one stays whole. */
export const SHORTENED = 'shortened';
/** `data: { text, isError? }`: a result for a call that has none. */
export const CLOSED_CALL = 'closed-call';
/**
 * `data: { vendor }`: opaque reasoning of this vendor is not sent to it any more up to this message, included. Once
 * taken, the decision stays: blocks that were left out once must not come back (vendor-rules A24, A25).
 */
export const STRIP_STATE = 'strip-state';

/** The history as the overlays show it. Messages that no overlay names keep their identity, indices never move. */
export function applyOverlays(
  history: readonly HistoryMessage[],
  overlays: readonly Overlay[],
): readonly HistoryMessage[] {
  const byMessage = new Map<string, Overlay[]>();
  for (const overlay of overlays) {
    if (overlay.kind === STRIP_STATE) continue;
    const list = byMessage.get(overlay.target.message);
    if (list) list.push(overlay);
    else byMessage.set(overlay.target.message, [overlay]);
  }
  if (byMessage.size === 0) return history;
  return history.map((message) => {
    const named = message.id === undefined ? undefined : byMessage.get(message.id);
    return named ? named.reduce(applyOverlay, message) : message;
  });
}

function applyOverlay(message: HistoryMessage, { kind, target, data }: Overlay): HistoryMessage {
  const { part } = target;
  if (kind === HIDDEN)
    return {
      ...message,
      parts: part === undefined ? [] : message.parts.map((own, at) => (at === part ? NOTHING : own)),
    };
  const text = read(data, 'text');
  if (part === undefined || typeof text !== 'string') return message;
  if (kind === SHORTENED)
    return {
      ...message,
      parts: message.parts.map((own, at): Part => (at === part && own.type === 'tool_result' ? { ...own, text } : own)),
    };
  if (kind !== CLOSED_CALL) return message;
  const call = message.parts[part];
  if (call?.type !== 'tool_call') return message;
  const result: ToolResultPart = {
    type: 'tool_result',
    callId: call.id,
    name: call.name,
    text,
    ...(read(data, 'isError') === true && { isError: true }),
  };
  return { ...message, parts: [...message.parts, result] };
}

/** Keeps the place of a hidden part, so that indices still fit; blank text is never sent. */
const NOTHING: Part = { type: 'text', text: '' };

/** Index of the last message up to which this vendor's state is left out; -1 when it never was. */
export function stripThrough(history: readonly HistoryMessage[], overlays: readonly Overlay[], vendor: Vendor): number {
  const ids = new Set(
    overlays
      .filter(({ kind, data }) => kind === STRIP_STATE && vendorOf(data) === vendor)
      .map(({ target }) => target.message),
  );
  return ids.size === 0 ? -1 : history.findLastIndex(({ id }) => id !== undefined && ids.has(id));
}

function vendorOf(data: unknown): Vendor | undefined {
  const vendor = read(data, 'vendor');
  return VENDORS.find((known) => known === vendor);
}

function read(data: unknown, key: string): unknown {
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[key] : undefined;
}
