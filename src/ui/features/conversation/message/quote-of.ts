/** The text as a Markdown quotation, with space below it for what the user writes about it. */
export function quoteOf(text: string): string {
  const lines = text.trim().split(/\r?\n/);
  return `${lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')}\n\n`;
}
