import type { Part } from '#core/message.ts';

/** Merges text that was split because of a signature, for vendors that don't know about the split. */
export function mergeContinuedText(parts: readonly Part[]): readonly Part[] {
  if (!parts.some((part) => part.type === 'text' && part.continues)) return parts;
  const merged: Part[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (part.type === 'text' && part.continues && last?.type === 'text')
      merged[merged.length - 1] = { ...last, text: last.text + part.text };
    else merged.push(part);
  }
  return merged;
}
