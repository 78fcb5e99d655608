import type { ContextFile } from '../context-file.ts';
import { estimateTokens } from '../window/estimate-tokens.ts';
import { O200K } from '../window/token-weights.ts';
import { byteLength, fitsTokens } from './truncate-output.ts';

/** Tokens that one file, and all that are told at one place, may take at most. */
const MAX_FILE_CHARS = 6_000;
const MAX_AT_ONCE = 12_000;
/** Share of the room for a result, or of what is left of the window, that may go to files. */
const SHARE = 0.5;
/** A beginning shorter than this tells nothing: the file waits until there is room. */
const MIN_TOKENS = 200;
const NOTICE_TOKENS = 40;

/** A file as it was read; behind `text` it goes on for so many bytes. */
export type ReadFile = ContextFile & { unread: number };

/** Tokens that further files may take beside those that are told already. */
export function contextFileBudget(room: number, told: readonly ContextFile[]): number {
  const used = told.reduce((sum, { text }) => sum + estimateTokens(text, O200K), 0);
  return Math.max(0, Math.min(room * SHARE, MAX_AT_ONCE) - used);
}

/**
 * The files that fit, in their order, long ones by their beginning. What finds no room is not among them: it is told
 * when there is some.
 */
export function fitContextFiles(files: readonly ReadFile[], room: number): ContextFile[] {
  const fitting: ContextFile[] = [];
  let left = room;
  for (const { unread, ...file } of files) {
    const most = Math.min(left, MAX_FILE_CHARS);
    const whole = unread === 0 && fitsTokens(file.text, most);
    if (!whole && most < MIN_TOKENS) break;
    const text = whole ? file.text : beginningOf(file, unread, most - NOTICE_TOKENS);
    fitting.push({ ...file, text });
    left -= estimateTokens(text, O200K);
  }
  return fitting;
}

function beginningOf({ path, text }: ContextFile, unread: number, tokens: number): string {
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
  const kept = text.slice(0, code >= 0xd800 && code <= 0xdbff ? end - 1 : end);
  const all = byteLength(text) + unread;
  return `${kept.trimEnd()}\n[... ${all - byteLength(kept)} of ${all} bytes left out; read ${JSON.stringify(path)} for the rest ...]`;
}
