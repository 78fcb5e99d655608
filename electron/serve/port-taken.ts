import type { WishOutcome } from './doorbell.ts';

/** Why Baton cannot start here. */
export type Taken =
  /** A Baton on this home runs, and was asked for a window. */
  | { by: 'baton'; outcome: WishOutcome }
  /** A Baton holds this home and does not answer: stopped, hanging, or a desktop app. */
  | { by: 'silent'; home: string; pid: number | null }
  /** The port is another program's. */
  | { by: 'other'; port: number };

export class PortTaken extends Error {
  override readonly name = 'PortTaken';
  readonly taken: Taken;

  constructor(taken: Taken) {
    super(wordsFor(taken));
    this.taken = taken;
  }
}

const OUTCOMES: Record<WishOutcome, string> = {
  opened: 'a new window opens.',
  printed: 'a new link is in the terminal where it was started.',
  failed: 'it could not open a window. Its terminal says why.',
};

function wordsFor(taken: Taken): string {
  switch (taken.by) {
    case 'baton':
      return `Baton is running already; ${OUTCOMES[taken.outcome]}`;
    case 'silent':
      return `Another Baton${taken.pid === null ? '' : ` (process ${taken.pid})`} uses ${taken.home} and does not answer. End it, or choose another folder with --home.`;
    default:
      return `Port ${taken.port} is used by another program. End it or choose another with --port; the history belongs to the port.`;
  }
}
