/**
 * Parses the counts in the detail of a `vendor-cleared-tool-uses` note, as the response parser wrote them; `null` for
 * any other text.
 */
export function readCleared(detail: string): { uses: number; tokens: number } | null {
  const [, uses, tokens] = /^(\d+) tool uses, (\d+) tokens$/.exec(detail) ?? [];
  return uses === undefined || tokens === undefined ? null : { uses: Number(uses), tokens: Number(tokens) };
}
