import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/deps.ts';

/** Everything a ticket is bound to. */
export interface CallFacts {
  server: string;
  tool: string;
  session: string;
  /** Hashes of the server's definition, the tool's definition and the canonical arguments. */
  definition: string;
  toolHash: string;
  args: string;
}

/** What a grant for the rest of a turn is bound to: any arguments. */
export type TurnFacts = Omit<CallFacts, 'args'> & { turn: string };

export interface Tickets {
  issue(facts: CallFacts): { ticket: string; expiresAt: number };
  /** Returns true once, only for the exact call the ticket was issued for. */
  redeem(ticket: string, facts: CallFacts): boolean;
  allowTurn(facts: TurnFacts): void;
  hasTurn(facts: TurnFacts): boolean;
  endTurn(turn: string): void;
}

/** Long, because a call may wait for others that run, and the user can't be asked again for it. */
const LIFE_MS = 60 * 60_000;
const MAX_COUNT = 1000;

/** Tickets for calls and grants for turns (security.md S46, S48). Kept in memory, so none outlives the host. */
export function createTickets(clock: Pick<Clock, 'now'>): Tickets {
  const open = new Map<string, { facts: string; expiresAt: number }>();
  const turns = new Map<string, Set<string>>();
  const textOf = ({ server, tool, session, definition, toolHash, args }: CallFacts) =>
    JSON.stringify([server, tool, session, definition, toolHash, args]);
  const turnText = (facts: TurnFacts) => textOf({ ...facts, args: '' });

  return {
    issue(facts) {
      const now = clock.now();
      for (const [ticket, { expiresAt }] of open) if (expiresAt <= now || open.size >= MAX_COUNT) open.delete(ticket);
      const ticket = randomBytes(24).toString('base64url');
      const expiresAt = now + LIFE_MS;
      open.set(ticket, { facts: textOf(facts), expiresAt });
      return { ticket, expiresAt };
    },
    redeem(ticket, facts) {
      const found = open.get(ticket);
      // Even on a mismatch: a ticket presented for another call is used up.
      open.delete(ticket);
      return found !== undefined && found.expiresAt > clock.now() && found.facts === textOf(facts);
    },
    allowTurn(facts) {
      const allowed = turns.get(facts.turn) ?? new Set();
      // Drops the oldest first, such as those of a window that closed without ending its turn.
      for (const turn of turns.keys()) if (turns.size >= MAX_COUNT) turns.delete(turn);
      turns.set(facts.turn, allowed.add(turnText(facts)));
    },
    hasTurn: (facts) => turns.get(facts.turn)?.has(turnText(facts)) === true,
    endTurn: (turn) => void turns.delete(turn),
  };
}
