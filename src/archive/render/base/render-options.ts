import type { Origin } from '#core/vendor.ts';
import type { HistorySource } from '../../write-archive.ts';
import type { Attachment } from './render-parts.ts';
import type { RenderTexts } from './render-texts.ts';

export interface RenderOptions {
  thinking: boolean;
  tools: boolean;
  /** false: only the shown path. */
  branches: boolean;
  texts: RenderTexts;
  /** IANA name of the time zone for times. */
  timeZone: string;
  /** Display name of a model. */
  modelName: (origin: Origin) => string;
  /** Time of writing. */
  at: number;
}

/**
 * Writes an attachment to a file next to the text and returns its path; `null` if it isn't written. Called once for
 * each place.
 */
export type WriteBeside = (attachment: Attachment) => Promise<string | null>;

export interface RenderSource extends Pick<HistorySource, 'records' | 'blob'> {
  /** If absent, the text is self-contained. */
  beside?: WriteBeside;
  /** Called for each attachment that is stored, and is only named in the text. */
  onNamed?: (attachment: Attachment) => void;
}
