import type { Part } from '#core/message.ts';

/** Text that was cut for the sake of a signature, whole again: for vendors that know nothing of the cut. */
export function mergeContinuedText(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.type === 'text' && part.continues && last?.type === 'text')
      joined[joined.length - 1] = { ...last, text: last.text + part.text };
    else joined.push(part);
  }
  return joined;
}
