const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g;

/** A plain estimate for the usage numbers: four Latin characters or one and a half East Asian ones to the token. */
export function estimateTokens(text: string): number {
  if (text === '') return 0;
  const wide = text.match(WIDE)?.length ?? 0;
  return Math.max(1, Math.round(wide / 1.5 + (text.length - wide) / 4));
}
