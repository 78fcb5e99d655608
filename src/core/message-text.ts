/** The text fields of a part, stored or not. */
interface Part {
  type: string;
  text?: string;
  mode?: string;
}

interface Spoken {
  parts: readonly Part[];
}

/** The text a user would copy from a message: without thinking, tool calls and results, and text that a mode added. */
export function textOf({ parts }: Spoken): string {
  return parts
    .map(({ type, text = '', mode }) => (type === 'refusal' || (type === 'text' && mode === undefined) ? text : ''))
    .filter((text) => text !== '')
    .join('\n\n');
}
