/** Characters that are not seen, or that change how others are seen: controls, directions, zero widths, odd spaces. */
const HIDDEN =
  /(?![\n\t])\p{Cc}|\p{Cf}|\p{Co}|\p{Cn}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}|\u2800|(?! )\p{Zs}/gu;

/** The text with everything hidden in it spelled out as \u{202e}; line breaks and tabs stay, they are seen. */
export function visibleText(text: string): { text: string; hidden: boolean } {
  const shown = text.toWellFormed().replace(HIDDEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
  return { text: shown, hidden: shown !== text };
}
