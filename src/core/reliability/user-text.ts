/** What the user wrote themselves: without code, quoted lines and addresses, which someone else wrote. */
export function userText(text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, ' x ')
    .replace(/`[^`\n]*`/g, ' x ')
    .replace(/^[ \t]*>.*$/gm, ' ')
    .replace(/\b[a-z][a-z0-9+.-]{1,20}:\/\/\S+/gi, ' x ');
}
