import { canonicalJson } from '../canonical-json.ts';
import { digest } from '../hash.ts';

/** What loop detection needs to know about the calls of a run. Bounded: long runs take no more memory. */
export interface Repeats {
  /** Known signatures, oldest first. */
  known: readonly string[];
  /** How often each occurred since the last new one. */
  since: Readonly<Record<string, number>>;
  /** The most frequent one, with its tool. */
  most: { tool: string; times: number };
}

export const NO_REPEATS: Repeats = { known: [], since: {}, most: { tool: '', times: 0 } };

const REMEMBERED = 512;

/**
 * Repeating the same call with the same outcome is a sign of a loop only while nothing else happens: every new call or
 * outcome restarts the count. So a file read three times in a long run is no loop, and neither is a test that fails
 * between edits. A repeating round of several calls is one.
 */
export function countRepeat(repeats: Repeats, tool: string, signature: string): Repeats {
  if (!repeats.known.includes(signature)) {
    const known = [...repeats.known, signature].slice(-REMEMBERED);
    return { known, since: { [signature]: 1 }, most: { tool, times: 1 } };
  }
  const times = (repeats.since[signature] ?? 0) + 1;
  const most = times > repeats.most.times ? { tool, times } : repeats.most;
  return { ...repeats, since: { ...repeats.since, [signature]: times }, most };
}

/** Called when the user sends a message or continues a stopped run: earlier repeats no longer count. */
export function forgetRepeats(repeats: Repeats): Repeats {
  return { ...repeats, since: {}, most: NO_REPEATS.most };
}

/**
 * Equal for equal arguments, whatever the order of their keys, and equal outcomes. `null` for arguments nested deeper
 * than the call stack; those never count as equal.
 */
export function callSignature(tool: string, args: unknown, status: string, text: string): string | null {
  try {
    return digest(`${tool}\n${status}\n${canonicalJson(args)}\n${text}`);
  } catch {
    return null;
  }
}
