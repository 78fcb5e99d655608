import { errorMessage } from '#core/thrown.ts';
import { reasonText } from '#core/reasons.ts';
import type { Clock } from '../../base/deps.ts';
import { RefusedError } from '../base/refused-error.ts';
import { withTimeout } from './host-calls.ts';

/** Begins a new session with a server that has forgotten the one before. */
export interface SessionRenewal {
  /** Number of the current session. */
  readonly session: number;
  /** Resolves when there is a newer session than `lost`. Everyone who lost it shares the new one. */
  renew(lost: number): Promise<void>;
}

export interface RenewalOptions {
  clock: Clock;
  shakeHands: (signal: AbortSignal) => Promise<void>;
  onNewSession: () => Promise<void>;
  /** Sends what the server forgot with the session. */
  restore: () => void;
  /** There is no session now, and the server is of no use. */
  onLost: (reason: string) => void;
  onNote: (text: string) => void;
}

const SESSION_MS = 60_000;

export function createSessionRenewal(options: RenewalOptions): SessionRenewal {
  const { clock, shakeHands, onNewSession, restore, onLost, onNote } = options;
  let session = 0;
  let beginning: Promise<void> | null = null;

  async function begin(): Promise<void> {
    onNote(reasonText('server.newSession'));
    try {
      await withTimeout(clock, SESSION_MS, new AbortController().signal, shakeHands);
      await onNewSession();
    } catch (error) {
      // After a sign-in the same connection can begin one.
      if (!(error instanceof RefusedError)) onLost(errorMessage(error));
      throw error;
    }
    session++;
    restore();
  }

  return {
    get session() {
      return session;
    },
    renew(lost) {
      if (lost !== session) return Promise.resolve();
      beginning ??= begin().finally(() => (beginning = null));
      return beginning;
    },
  };
}
