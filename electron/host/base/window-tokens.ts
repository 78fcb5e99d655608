import { createHash, randomBytes } from 'node:crypto';
import type { WindowKey } from '#contract/windows.ts';
import type { Clock } from './deps.ts';

/**
 * How windows of browser mode get their tokens. Anything on a disk or in a process list (an address, the page's session
 * storage) is a ticket, which works once. A token is only ever in the memory of the host and of its window.
 */
export interface WindowTokens {
  /** Whether this is the token of a window. */
  accepts(token: string): boolean;
  /** Returns a ticket for one more window. */
  issue(options?: TicketOptions): string;
  /** Uses up the ticket. Returns `null` when it isn't valid now. */
  redeem(ticket: string): Promise<WindowKey | null>;
  /** Marks the window of this token as connected until the returned function is called. */
  connected(token: string): () => void;
}

export interface TicketOptions {
  /** How long the ticket is valid; by default as long as the host runs. */
  lifeMs?: number;
  onUsed?: () => void;
}

/** How long a reload of a window may take, including the migration of its history. */
export const COMEBACK_MS = 10 * 60_000;
/** When a window reloads, its old connection may end a moment after the new page asks. */
export const LEAVE_MS = 2000;

interface Ticket {
  until: number;
  onUsed: () => void;
  /** The window that the ticket reopens; `null` for a new window. */
  window: Window | null;
}

interface Window {
  connections: number;
  /** When the last connection ended, or when the window was created. */
  leftAt: number;
  onLeft: () => void;
}

const secret = () => randomBytes(32).toString('base64url');
/** Looked up by hash, so that the time a lookup takes reveals nothing about the secret. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');

export function createWindowTokens(clock: Clock, onRefused: () => void = () => undefined): WindowTokens {
  const windows = new Map<string, Window>();
  const tickets = new Map<string, Ticket>();

  function put(ticket: Ticket): string {
    const text = secret();
    tickets.set(hashOf(text), ticket);
    return text;
  }

  /**
   * Waits until the window has no connection. False if it stays connected: a comeback next to a connected window is not
   * its own.
   */
  async function hasLeft(window: Window): Promise<boolean> {
    if (window.connections > 0)
      await new Promise<void>((resolve) => {
        const timer = clock.setTimeout(resolve, LEAVE_MS);
        window.onLeft = () => {
          clock.clearTimeout(timer);
          resolve();
        };
      });
    return window.connections === 0 && clock.now() - window.leftAt <= COMEBACK_MS;
  }

  return {
    accepts: (token) => windows.has(hashOf(token)),
    issue: ({ lifeMs = Infinity, onUsed = () => undefined } = {}) =>
      put({ until: clock.now() + lifeMs, onUsed, window: null }),
    async redeem(text) {
      const hash = hashOf(text);
      const ticket = tickets.get(hash);
      if (!ticket || clock.now() > ticket.until || (ticket.window && !(await hasLeft(ticket.window)))) {
        onRefused();
        return null;
      }
      // With two concurrent calls, the first one wins.
      if (!tickets.delete(hash)) return null;
      ticket.onUsed();
      const token = secret();
      const window: Window = { connections: 0, leftAt: clock.now(), onLeft: () => undefined };
      windows.set(hashOf(token), window);
      return { token, comeback: put({ until: Infinity, onUsed: () => undefined, window }) };
    },
    connected(token) {
      const window = windows.get(hashOf(token));
      if (!window) return () => undefined;
      window.connections += 1;
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        window.connections -= 1;
        window.leftAt = clock.now();
        if (window.connections === 0) window.onLeft();
      };
    },
  };
}
