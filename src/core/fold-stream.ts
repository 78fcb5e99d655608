import type { ModelError } from './error.ts';
import type { Part, Stop, ToolCallPart } from './message.ts';
import type { Note } from './request.ts';
import type { PicturePreview, StreamEvent } from './stream-event.ts';
import type { Usage } from './usage.ts';

/** An answer while it streams. Mutable and private to its owner; read it through `draftParts`. */
export interface StreamDraft {
  readonly slots: Map<number, Slot>;
  /** Unfinished pictures, by the index of their part. Replaced, never changed. */
  previews: ReadonlyMap<number, PicturePreview>;
  requestId?: string;
  model?: string;
  /** What the vendor reports as left out. */
  notes?: readonly Note[];
  usage?: Usage;
  stop?: Stop;
  error?: ModelError;
  /** Result of the last `draftParts`. `null` when something changed since. */
  snapshot: readonly Part[] | null;
}

interface Slot {
  part: Part;
  /** Argument text so far, for an unfinished call. */
  rawArgs: string;
  finished: boolean;
  snapshot: Part | null;
}

const NO_PREVIEWS: ReadonlyMap<number, PicturePreview> = new Map();

export function createDraft(): StreamDraft {
  return { slots: new Map(), previews: NO_PREVIEWS, snapshot: null };
}

/** Applies one event to the draft. Never throws: events out of order or after the end do no damage. */
export function foldEvent(draft: StreamDraft, event: StreamEvent): void {
  if (draft.stop) return;
  switch (event.type) {
    case 'start':
      if (event.requestId !== undefined) draft.requestId = event.requestId;
      if (event.model !== undefined) draft.model = event.model;
      if (event.notes) draft.notes = event.notes;
      return;
    case 'part_start':
      return put(draft, event.index, { ...event.part }, false);
    case 'part_end':
      if (draft.previews.has(event.index))
        draft.previews = new Map([...draft.previews].filter(([index]) => index !== event.index));
      return put(draft, event.index, event.part, true);
    case 'picture_preview':
      if (draft.slots.get(event.index)?.finished === false)
        draft.previews = new Map(draft.previews).set(event.index, event.preview);
      return;
    case 'text_delta': {
      const slot = open(draft, event.index, { type: 'text', text: '' });
      if (slot && (slot.part.type === 'text' || slot.part.type === 'refusal')) slot.part.text += event.delta;
      return;
    }
    case 'thinking_delta': {
      const slot = open(draft, event.index, { type: 'thinking', text: '' });
      if (slot?.part.type === 'thinking') slot.part.text += event.delta;
      return;
    }
    case 'args_delta': {
      const slot = open(draft, event.index, { type: 'tool_call', id: '', name: '', args: {} });
      if (slot?.part.type === 'tool_call') slot.rawArgs += event.delta;
      return;
    }
    case 'usage':
      draft.usage = { ...draft.usage, ...event.usage };
      return;
    case 'end':
      draft.stop = event.stop;
      draft.previews = NO_PREVIEWS;
      if (event.error) draft.error = event.error;
      if (event.notes) draft.notes = [...(draft.notes ?? []), ...event.notes];
      draft.snapshot = null;
      for (const slot of draft.slots.values()) if (!slot.finished) slot.snapshot = null;
  }
}

/**
 * Returns the parts so far, in index order. The array and each part keep their identity until they change, so a
 * renderer can compare by reference. A call with incomplete arguments carries them as `rawArgs`.
 */
export function draftParts(draft: StreamDraft): readonly Part[] {
  if (draft.snapshot) return draft.snapshot;
  const ended = draft.stop !== undefined;
  const indices = [...draft.slots.keys()].sort((a, b) => a - b);
  const parts: Part[] = [];
  for (const index of indices) {
    const slot = draft.slots.get(index);
    if (!slot) continue;
    slot.snapshot ??= slot.finished ? slot.part : freezePart(slot, ended);
    parts.push(slot.snapshot);
  }
  draft.snapshot = parts;
  return parts;
}

function put(draft: StreamDraft, index: number, part: Part, finished: boolean): void {
  const before = draft.slots.get(index);
  if (before?.finished && !finished) return;
  draft.slots.set(index, { part, rawArgs: '', finished, snapshot: null });
  draft.snapshot = null;
}

/** The slot for a delta. The delta opens it when its `part_start` is missing. */
function open(draft: StreamDraft, index: number, empty: Part): Slot | null {
  let slot = draft.slots.get(index);
  if (!slot) {
    slot = { part: empty, rawArgs: '', finished: false, snapshot: null };
    draft.slots.set(index, slot);
  }
  if (slot.finished) return null;
  slot.snapshot = null;
  draft.snapshot = null;
  return slot;
}

function freezePart(slot: Slot, ended: boolean): Part {
  if (slot.part.type !== 'tool_call' || slot.rawArgs === '') return { ...slot.part };
  return ended ? closeCall(slot.part, slot.rawArgs) : { ...slot.part, rawArgs: slot.rawArgs };
}

/** The stream ended inside a call. Complete arguments become `args`; truncated ones stay as text and never run. */
function closeCall(call: ToolCallPart, rawArgs: string): ToolCallPart {
  try {
    return { ...call, args: JSON.parse(rawArgs) as unknown };
  } catch {
    return { ...call, rawArgs };
  }
}
