import type { ReasoningDetail } from './chat-chunk.ts';

/**
 * Collects OpenRouter's `reasoning_details` from a stream. Pieces of one entry share type and index and follow one
 * another; their texts are joined, everything else stays as sent, in order (vendor-rules P1).
 */
export function addDetails(all: readonly ReasoningDetail[], more: readonly ReasoningDetail[]): ReasoningDetail[] {
  const joined = [...all];
  for (const detail of more) {
    const last = joined.at(-1);
    const field = detail.type === 'reasoning.text' ? 'text' : detail.type === 'reasoning.summary' ? 'summary' : null;
    if (!last || !field || last.type !== detail.type || last.index !== detail.index) {
      joined.push({ ...detail });
      continue;
    }
    const set = Object.entries(detail).filter(([, value]) => value !== null && value !== undefined);
    joined[joined.length - 1] = {
      ...last,
      ...Object.fromEntries(set),
      [field]: (last[field] ?? '') + (detail[field] ?? ''),
    };
  }
  return joined;
}
