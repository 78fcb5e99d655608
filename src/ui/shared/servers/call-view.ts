import type { CallOutcome, CallStatus } from '#core/call-outcome.ts';

/** The state of a call, for its color. The text says more. */
export type CallTone = 'writing' | 'open' | 'done' | 'failed' | 'denied' | 'stopped';

const TONES: Readonly<Record<CallStatus, CallTone>> = {
  ok: 'done',
  error: 'failed',
  crashed: 'failed',
  timeout: 'failed',
  unknown_tool: 'failed',
  malformed: 'failed',
  denied: 'denied',
  cancelled: 'stopped',
  interrupted: 'stopped',
  not_run: 'stopped',
};

/** The stored outcome of a call, or just whether it was an error. */
export function outcomeOf(result: { isError?: boolean; outcome?: CallOutcome } | null): CallOutcome | null {
  if (!result) return null;
  return result.outcome ?? { status: result.isError === true ? 'error' : 'ok' };
}

export function toneOf(outcome: CallOutcome | null): CallTone {
  return outcome ? TONES[outcome.status] : 'open';
}

/** The first line of a failed call's text. */
export function firstLine(text: string): string {
  return (
    text
      .slice(0, 2_000)
      .split('\n')
      .map((line) => line.trim())
      .find((line) => line !== '')
      ?.slice(0, 300) ?? ''
  );
}
