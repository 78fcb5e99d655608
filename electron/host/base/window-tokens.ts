import { createHash, randomBytes } from 'node:crypto';
import type { WindowKey } from '#contract/windows.ts';
import type { Clock } from './deps.ts';

/**
 * How windows of browser mode get their tokens. What lies on a disk or in a list of processes (an address, the page's
 * session storage) is a ticket, which works once; a token is only ever in the memory of the host and of its window.
 */
export interface WindowTokens {
  /** Whether this is the token of a window. */
  accepts(token: string): boolean;
  /** A ticket for one more window. */
  issue(options?: TicketOptions): string;
  /** The ticket counts no more afterwards. Null when it does not count now. */
  redeem(ticket: string): Promise<WindowKey | null>;
  /** The window of this token is connected until the returned function is called. */
  connected(token: string): () => void;
}

export interface TicketOptions {
  /** Not worth anything later than this; by default it waits for as long as the host runs. */
  lifeMs?: number;
  onUsed?: () => void;
}

/** A window that reloads may take this long, however long its history took to move. */
export const COMEBACK_MS = 10 * 60_000;
/** The end of a connection may arrive a moment after the page that comes in its place. */
export const LEAVE_MS = 2000;

interface Ticket {
  until: number;
  onUsed: () => void;
  /** The window that it brings back; null for a new one. */
  window: Window | null;
}

interface Window {
  connections: number;
  /** When the last connection ended, or the window was made. */
  leftAt: number;
  onLeft: () => void;
}

const secret = () => randomBytes(32).toString('base64url');
/** Found by its hash, so that how long a look-up takes says nothing of the secret. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');

export function createWindowTokens(clock: Clock, onRefused: () => void = () => undefined): WindowTokens {
  const windows = new Map<string, Window>();
  const tickets = new Map<string, Ticket>();

  function put(ticket: Ticket): string {
    const text = secret();
    tickets.set(hashOf(text), ticket);
    return text;
  }

  /** True once the window has no connection; a comeback beside a window that is there is somebody else's. */
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
      // Two at once: the first one has it.
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
