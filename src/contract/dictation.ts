import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';

/** What browsers record: WebM (Chromium, Firefox), Ogg (older Firefox), MP4 (Safari). */
export const RECORDING_TYPES = ['audio/webm', 'audio/ogg', 'audio/mp4'] as const;
export type RecordingType = (typeof RECORDING_TYPES)[number];

/** The most that OpenAI and Groq accept (their API references, 2026-11). */
export const MAX_RECORDING_BYTES = 25 * 1024 * 1024;

/** What was said, or why the vendor refused to write it down. */
export const Transcript = z.union([z.object({ text: z.string() }), z.object({ problem: z.string() })]);
export type Transcript = z.infer<typeof Transcript>;

export const dictationEndpoints = {
  /** Sends a recording to a model that writes speech down. Neither side keeps it. */
  transcribe: {
    route: 'POST /api/vendors/:id/transcription',
    query: z.object({
      model: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
      type: z.enum(RECORDING_TYPES),
    }),
    body: 'bytes',
    limit: MAX_RECORDING_BYTES,
    answer: Transcript,
  },
} satisfies Endpoints;
