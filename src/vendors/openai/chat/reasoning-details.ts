import type { ReasoningDetail } from './chat-chunk.ts';

/**
 * Collects OpenRouter's `reasoning_details` from a stream. Consecutive fragments with the same type and index are one
 * entry; their texts are joined. Everything else stays as sent, in order (vendor-rules P1).
 */
export function addDetails(all: readonly ReasoningDetail[], more: readonly ReasoningDetail[]): ReasoningDetail[] {
  const merged = [...all];
  for (const detail of more) {
    const last = merged.at(-1);
    const field = detail.type === 'reasoning.text' ? 'text' : detail.type === 'reasoning.summary' ? 'summary' : null;
    if (!last || !field || last.type !== detail.type || last.index !== detail.index) {
      merged.push({ ...detail });
      continue;
    }
    const set = Object.entries(detail).filter(([, value]) => value !== null && value !== undefined);
    merged[merged.length - 1] = {
      ...last,
      ...Object.fromEntries(set),
      [field]: (last[field] ?? '') + (detail[field] ?? ''),
    };
  }
  return merged;
}
