import type { ScriptNote } from './script-table.ts';

/** How a call ended. The model sees every status except `ok` as an error. */
export type CallStatus =
  | 'ok'
  /** The tool itself reported an error. */
  | 'error'
  /** No result arrived: the server crashed, refused, or was unreachable. */
  | 'crashed'
  | 'timeout'
  | 'cancelled'
  /** The call was running when everything stopped. Its effect is unknown. */
  | 'interrupted'
  | 'denied'
  | 'unknown_tool'
  | 'malformed'
  /** The answer broke off before the call was complete. */
  | 'not_run';

/** The user's decision, when Baton asked about the call. */
export interface CallDecision {
  given: 'once' | 'turn' | 'session' | 'always' | 'deny';
  reason?: string;
}

/** The result holds only part of the output. The full output is stored under this id. */
export interface Shortened {
  output: string;
  removedLines: number;
  removedBytes: number;
}

/** A comment that a call wrote and that asks for more work (see reliability/leftover-comments.ts). */
export interface LeftoverComment {
  path: string;
  /** Line in the file as the call left it. The first line is 1. */
  line: number;
  kind: 'unfinished' | 'stand_in' | 'commented_out';
  text: string;
}

/** What the user must do before a call can run. */
export interface CallBlock {
  server: string;
  /** `review`: the tool or its server differs from what was approved. */
  why: 'review' | 'sign-in';
  /** Only for `sign-in`: the rights that the current sign-in lacks, as the server words them. */
  scope?: string;
}

/** What became of a call, for the user. It is never sent to a vendor. */
export interface CallOutcome {
  status: CallStatus;
  /** Run time in milliseconds. Absent when the call never ran. */
  ms?: number;
  /** Absent when the user wasn't asked. */
  decision?: CallDecision;
  shortened?: Shortened;
  /** Absent when nothing was found or nothing was checked. */
  leftovers?: readonly LeftoverComment[];
  /** What the user's scripts did with the call. */
  scripts?: readonly ScriptNote[];
  /** The call did not run and waits for the user. */
  held?: CallBlock;
}
