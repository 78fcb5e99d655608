/*
 * Prompts of a library have places that are filled in when they are used: `{{topic}}`. What stands between other braces
 * is text, so that code in a prompt stays code.
 */

/** Letters of any language, digits, spaces, `-` and `_`, 60 at most. */
const PLACE = /\{\{ *([\p{L}\p{N}](?:[\p{L}\p{N}\p{M} _-]{0,58}[\p{L}\p{N}\p{M}_-])?) *\}\}/gu;

/** Names of the places, each once, in the order in which they come. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(PLACE)].map(([, name = '']) => name))];
}

/** The text with its places filled in; those without a value stay as they are. What is filled in is not looked at again. */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(PLACE, (place, name: string) => values.get(name) ?? place);
}
