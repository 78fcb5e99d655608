import { canonicalJson } from '../canonical-json.ts';
import { digest } from '../hash.ts';

/** The calls of a run as far as a loop can be told from them. Bounded: a run of any length takes the same room. */
export interface Repeats {
  /** Signatures seen, oldest first. */
  known: readonly string[];
  /** How often each came up since the last one that was new. */
  since: Readonly<Record<string, number>>;
  /** The one that came up most often, with its tool. */
  most: { tool: string; times: number };
}

export const NO_REPEATS: Repeats = { known: [], since: {}, most: { tool: '', times: 0 } };

const REMEMBERED = 512;

/**
 * The same call with the same outcome is a sign of a loop only while nothing else happens: every call or outcome that
 * is new starts the count again, so a file read three times in a long run, or a test that fails between edits, is none.
 * A round of several calls that repeats as a whole is.
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

/** The person said something, or let a stopped run go on: what came before is no loop any more. */
export function forgetRepeats(repeats: Repeats): Repeats {
  return { ...repeats, since: {}, most: NO_REPEATS.most };
}

/**
 * The same for equal arguments, whatever the order of their keys, and equal outcomes. Null for arguments nested deeper
 * than the stack, which never count as the same.
 */
export function callSignature(tool: string, args: unknown, status: string, text: string): string | null {
  try {
    return digest(`${tool}\n${status}\n${canonicalJson(args)}\n${text}`);
  } catch {
    return null;
  }
}
