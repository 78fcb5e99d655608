import type { ScriptNote } from './reliability/scripts/script-table.ts';

/** How a call ended. Everything but `ok` is told to the model as an error. */
export type CallStatus =
  | 'ok'
  /** The tool itself reported an error. */
  | 'error'
  /** No result came: the server crashed, refused or could not be reached. */
  | 'crashed'
  | 'timeout'
  | 'cancelled'
  /** It was running when everything stopped; what became of it is not known. */
  | 'interrupted'
  | 'denied'
  | 'unknown_tool'
  | 'malformed'
  /** Its answer broke off before it was complete. */
  | 'not_run';

/** What the person answered when a call was asked about. */
export interface CallDecision {
  given: 'once' | 'turn' | 'session' | 'always' | 'deny';
  reason?: string;
}

/** The result holds a part of the output; the whole of it is kept under this id. */
export interface Shortened {
  output: string;
  removedLines: number;
  removedBytes: number;
}

/** A comment that a call wrote and that asks for more work (see reliability/leftover-comments.ts). */
export interface LeftoverComment {
  path: string;
  /** In the file as the call left it, from 1. */
  line: number;
  kind: 'unfinished' | 'stand_in' | 'commented_out';
  text: string;
}

/** What the user has to do before a call can run. */
export interface CallBlock {
  server: string;
  /** `review`: the tool or its server is not what was approved. */
  why: 'review' | 'sign-in';
  /** Of `sign-in`: the rights that the present sign-in lacks, in the server's words. */
  scope?: string;
}

/** What became of a call, for people: no vendor is told. */
export interface CallOutcome {
  status: CallStatus;
  /** How long it ran, milliseconds; absent when it never did. */
  ms?: number;
  /** Absent when nobody was asked. */
  decision?: CallDecision;
  shortened?: Shortened;
  /** Absent where nothing was found or nobody looked. */
  leftovers?: readonly LeftoverComment[];
  /** What scripts of the person did with it. */
  scripts?: readonly ScriptNote[];
  /** It was not run, and waits for the user. */
  held?: CallBlock;
}
