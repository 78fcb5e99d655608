/** Invisible characters and characters that change how others look: controls, directions, zero widths, odd spaces. */
const HIDDEN = /\p{Cc}|\p{Cf}|\p{Co}|\p{Cn}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}|\u2800|(?! )\p{Zs}/gu;

const NAMES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' };

/** Returns the text with every hidden character spelled out as \n or \u{202e} (security.md S45). Plain spaces stay. */
export function visibleText(text: string): { text: string; hidden: boolean } {
  const shown = text
    .toWellFormed()
    .replace(HIDDEN, (char) => NAMES[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
  return { text: shown, hidden: shown !== text };
}
