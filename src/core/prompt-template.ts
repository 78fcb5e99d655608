/*
 * Snippets have placeholders that are filled in on use: `{{topic}}`. Anything else between braces is text, so code in a
 * snippet is left alone.
 */

/** Letters of any language, digits, spaces, `-` and `_`, at most 60. */
const PLACE = /\{\{ *([\p{L}\p{N}](?:[\p{L}\p{N}\p{M} _-]{0,58}[\p{L}\p{N}\p{M}_-])?) *\}\}/gu;

/** Names of the placeholders, each once, in order of appearance. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(PLACE)].map(([, name = '']) => name))];
}

/**
 * Fills in the placeholders. Those without a value stay as they are. Inserted text is not searched for placeholders.
 */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(PLACE, (place, name: string) => values.get(name) ?? place);
}
