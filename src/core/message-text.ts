/** A part as far as its words go, stored or not. */
interface Part {
  type: string;
  text?: string;
  mode?: string;
}

interface Spoken {
  parts: readonly Part[];
}

/** What a person would copy of a message: its words, without thinking, tool traffic and what a mode added. */
export function textOf({ parts }: Spoken): string {
  return parts
    .map(({ type, text = '', mode }) => (type === 'refusal' || (type === 'text' && mode === undefined) ? text : ''))
    .filter((text) => text !== '')
    .join('\n\n');
}
