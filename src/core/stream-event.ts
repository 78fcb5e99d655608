import type { ModelError } from './error.ts';
import type { Part, Stop } from './message.ts';
import type { Note } from './request.ts';
import type { Usage } from './usage.ts';

/** An unfinished picture. */
export interface PicturePreview {
  mime: string;
  /** Base64. */
  data: string;
}

/**
 * What a vendor service yields. A stream always ends with exactly one `end` event and never throws: abort and failure
 * are `end` events too, after everything that arrived. `index` counts the parts of this answer from 0. `part_end`
 * carries the finished part, including opaque state; what was shown as text may turn out to be thinking there.
 */
export type StreamEvent =
  /** `notes`: what the vendor says it left out of the request. */
  | { type: 'start'; requestId?: string; model?: string; notes?: readonly Note[] }
  | { type: 'part_start'; index: number; part: Part }
  | { type: 'text_delta'; index: number; delta: string }
  | { type: 'thinking_delta'; index: number; delta: string }
  | { type: 'args_delta'; index: number; delta: string }
  | { type: 'part_end'; index: number; part: Part }
  /** How a picture looks so far, until its part ends. It is shown and never stored. */
  | { type: 'picture_preview'; index: number; preview: PicturePreview }
  | { type: 'usage'; usage: Usage }
  /** `notes`: what only the finished answer shows about how the vendor read the request. */
  | { type: 'end'; stop: Stop; error?: ModelError; notes?: readonly Note[] };
