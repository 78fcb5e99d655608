import type { InstanceReply } from './instance-socket.ts';

/** Why Baton can't start here. */
export type PortConflict =
  /** A Baton runs on this home and was asked for a window. */
  | { by: 'baton'; outcome: InstanceReply }
  /** A Baton uses this home and doesn't answer: stopped, hanging, or a desktop app. */
  | { by: 'silent'; home: string; pid: number | null }
  /** Another program uses the port. */
  | { by: 'other'; port: number };

export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
  readonly taken: PortConflict;

  constructor(taken: PortConflict) {
    super(messageFor(taken));
    this.taken = taken;
  }
}

const OUTCOMES: Record<InstanceReply, string> = {
  opened: 'a new window opens.',
  printed: 'a new link is in the terminal where it was started.',
  failed: 'it could not open a window. Its terminal says why.',
};

function messageFor(taken: PortConflict): string {
  switch (taken.by) {
    case 'baton':
      return `Baton is running already; ${OUTCOMES[taken.outcome]}`;
    case 'silent':
      return `Another Baton${taken.pid === null ? '' : ` (process ${taken.pid})`} uses ${taken.home} and does not answer. End it, or choose another folder with --home.`;
    default:
      return `Port ${taken.port} is used by another program. End it or choose another with --port; the history belongs to the port.`;
  }
}
