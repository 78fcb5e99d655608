import type { Origin } from '#core/vendor.ts';
import type { HistorySource } from '../../write-archive.ts';
import type { Attachment } from './render-parts.ts';
import type { RenderTexts } from '../texts/render-texts.ts';

export interface RenderOptions {
  thinking: boolean;
  tools: boolean;
  /** false: only the path that is shown. */
  branches: boolean;
  words: RenderTexts;
  /** IANA name of the zone that times are told in. */
  timeZone: string;
  /** What people call a model. */
  modelName: (origin: Origin) => string;
  /** Time of writing. */
  at: number;
}

/** Where the bytes of an attachment are for the reader: a file beside the text, or nowhere. Called once for each place. */
export type WriteBeside = (attachment: Attachment) => Promise<string | null>;

export interface RenderSource extends Pick<HistorySource, 'records' | 'blob'> {
  /** Absent: the text stands alone. */
  beside?: WriteBeside;
}
