import type { Connection } from '#contract/connection.ts';
import { canTranscribe } from '#core/vendors/base/can-transcribe.ts';
import type { VendorDefinition } from '#core/vendors/base/definition.ts';
import { VENDOR_TABLE } from '#core/vendors/table.ts';
import { canEmbed } from '#vendors/embeddings/can-embed.ts';

/** What models do besides answering: which protocols have requests for it, and the practice model. */
const WORK = {
  embeddings: { hasRequest: canEmbed, practice: ['practice-embedding'] },
  transcription: { hasRequest: canTranscribe, practice: ['practice-transcription'] },
} as const;
export type ModelWork = keyof typeof WORK;

/** Models that a connection is known to have for this; `null` if it has none. Any other name may be typed. */
export function knownModels(
  work: ModelWork,
  { vendor, protocol, practice, custom, baseUrl }: Connection,
): readonly string[] | null {
  const { hasRequest, practice: practiceModels } = WORK[work];
  if (!hasRequest(protocol)) return null;
  if (practice) return practiceModels;
  const { [work]: models, baseUrl: own }: VendorDefinition = VENDOR_TABLE[vendor];
  // A server of the user may serve anything.
  return custom && baseUrl !== own ? [] : (models ?? null);
}
