interface Part {
  type: string;
  text?: string;
  continues?: boolean;
}

/**
 * Parts in which the texts are whole that were split only because a signature stays on its piece (vendor-rules G10): the
 * first piece has all of the text, the others are empty. The same array if none was split.
 */
export function joinSplitTexts<P extends Part>(parts: readonly P[]): readonly P[] {
  if (!parts.some(({ continues }) => continues === true)) return parts;
  const joined: P[] = [];
  let first = -1;
  for (const [index, part] of parts.entries()) {
    const whole = joined[first];
    if (part.type === 'text' && part.continues === true && whole) {
      joined[first] = { ...whole, text: (whole.text ?? '') + (part.text ?? '') };
      joined.push({ ...part, text: '' });
      continue;
    }
    first = part.type === 'text' ? index : -1;
    joined.push(part);
  }
  return joined;
}
