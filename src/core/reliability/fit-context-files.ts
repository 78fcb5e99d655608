import type { ContextFile, SentContextFile } from '../context-file.ts';
import { estimateTokens } from '../window/estimate-tokens.ts';
import { O200K } from '../window/token-weights.ts';
import { byteLength, fitsTokens } from '../window/truncate-output.ts';

/** Maximum tokens of one file, and of all files sent at one place. */
const MAX_FILE_CHARS = 6_000;
const MAX_AT_ONCE = 12_000;
/** Share of a result's token budget, or of the rest of the window, that files may take. */
const SHARE = 0.5;
/** Skips a file when fewer tokens than this would fit. It waits until more fit. */
const MIN_TOKENS = 200;
const NOTICE_TOKENS = 40;

/** A file as it was read. This many more bytes follow after `text`. */
export type ReadFile = SentContextFile & { unread: number };

/** Tokens that more files may take beside those already sent. */
export function contextFileBudget(availableTokens: number, sentFiles: readonly ContextFile[]): number {
  const used = sentFiles.reduce((sum, { text }) => sum + estimateTokens(text, O200K), 0);
  return Math.max(0, Math.min(availableTokens * SHARE, MAX_AT_ONCE) - used);
}

/**
 * Returns the files that fit, in order; long ones are truncated to their start. Files that do not fit are left out and
 * sent later, when they fit.
 */
export function fitContextFiles(files: readonly ReadFile[], availableTokens: number): SentContextFile[] {
  const fitting: SentContextFile[] = [];
  let left = availableTokens;
  for (const { unread, ...file } of files) {
    const most = Math.min(left, MAX_FILE_CHARS);
    const fitsInFull = unread === 0 && fitsTokens(file.text, most);
    if (!fitsInFull && most < MIN_TOKENS) break;
    const text = fitsInFull ? file.text : startOf(file, unread, most - NOTICE_TOKENS);
    fitting.push({ ...file, text });
    left -= estimateTokens(text, O200K);
  }
  return fitting;
}

function startOf({ path, text }: ContextFile, unread: number, tokens: number): string {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fitsTokens(text.slice(0, middle), tokens)) low = middle;
    else high = middle - 1;
  }
  const line = text.lastIndexOf('\n', low);
  const end = low === text.length || line < low / 2 ? low : line;
  const code = text.charCodeAt(end - 1);
  const startText = text.slice(0, code >= 0xd800 && code <= 0xdbff ? end - 1 : end);
  const all = byteLength(text) + unread;
  return `${startText.trimEnd()}\n[... ${all - byteLength(startText)} of ${all} bytes left out; read ${JSON.stringify(path)} for the rest ...]`;
}
