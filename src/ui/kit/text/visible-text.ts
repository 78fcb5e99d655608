/**
 * Characters that are invisible or change how others look: controls, directions, zero widths, odd spaces. Those within an
 * emoji are part of what is seen.
 */
const HIDDEN =
  /(?<emoji>(?=\p{Emoji})\p{RGI_Emoji})|[[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800]--[\n\t ]]/gv;

/** The text with hidden characters written as \u{202e}. Line breaks and tabs are visible and stay. */
export function visibleText(text: string): { text: string; hidden: boolean } {
  const shown = text
    .toWellFormed()
    .replace(HIDDEN, (char, emoji?: string) => emoji ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
  return { text: shown, hidden: shown !== text };
}

/** The text without what is hidden, for looking for words in it. */
export const withoutHidden = (text: string): string => text.replace(HIDDEN, (_, emoji?: string) => emoji ?? '');
