import { randomUUID } from 'node:crypto';
import type { ApproveCall, CallTicket, McpRule } from '#contract/mcp-calls.ts';
import type { Clock } from '../../deps.ts';
import { HostError } from '../../problem.ts';
import { hashArguments } from '../registry/entry.ts';
import type { ApprovalFile, ApprovedServer, Consents, StandingRule } from './approval-file.ts';
import { type CallFacts, createTickets } from './tickets.ts';

/** Rules of sessions long gone go first. */
const MOST_RULES = 2000;

/** Hashes of a server and of one of its tools as they are now. */
export interface ToolFacts {
  definition: string;
  toolHash: string;
}

export interface Consent {
  /** What was agreed to about this server, if it was about this very definition. */
  approved(server: string, definition: string): Promise<ApprovedServer | null>;
  approve(server: string, definition: string): Promise<void>;
  pinTools(server: string, tools: NonNullable<ApprovedServer['tools']>): Promise<void>;
  /** Approval and rules of a server. */
  revoke(server: string): Promise<void>;
  /** The user allowed a call: a ticket for it, and a rule if he wants to be asked no more. */
  allow(call: ApproveCall, facts: ToolFacts): Promise<CallTicket>;
  /** Whether a call may run now. Spends the ticket. */
  admits(facts: CallFacts, ticket: string | null): Promise<boolean>;
  rules(current: (server: string, tool: string) => Promise<ToolFacts | null>): Promise<McpRule[]>;
  removeRule(id: string): Promise<void>;
  /** All rules of a session: it was deleted. */
  forgetSession(session: string): Promise<void>;
  warning(): Promise<string | null>;
}

/** Own members only: a server's id comes from outside. */
function serverOf(consents: Consents, id: string): ApprovedServer | null {
  return Object.hasOwn(consents.servers, id) ? (consents.servers[id] ?? null) : null;
}

/** The host's memory of what the user agreed to. Nothing is started and no tool is called without asking it. */
export function createConsent(file: ApprovalFile, clock: Pick<Clock, 'now'>): Consent {
  const tickets = createTickets(clock);

  function ruleFor(rules: readonly StandingRule[], facts: Omit<CallFacts, 'args'>): StandingRule | undefined {
    return rules.find(
      (rule) =>
        rule.server === facts.server &&
        rule.tool === facts.tool &&
        (rule.session === null || rule.session === facts.session) &&
        rule.definition === facts.definition &&
        rule.toolHash === facts.toolHash,
    );
  }

  async function remember(call: ApproveCall, facts: ToolFacts): Promise<void> {
    if (call.remember === 'once') return;
    const { server, tool } = call;
    const session = call.remember === 'session' ? call.session : null;
    const rule = { id: randomUUID(), server, tool, session, ...facts, at: clock.now() };
    await file.change((consents) => {
      const others = consents.rules.filter(
        (one) => one.server !== server || one.tool !== tool || one.session !== session,
      );
      return { ...consents, rules: [...others, rule].slice(-MOST_RULES) };
    });
  }

  return {
    async approved(server, definition) {
      const found = serverOf(await file.read(), server);
      return found?.definition === definition ? found : null;
    },
    approve: (server, definition) =>
      file.change((consents) =>
        serverOf(consents, server)?.definition === definition
          ? consents
          : { ...consents, servers: { ...consents.servers, [server]: { definition, at: clock.now(), tools: null } } },
      ),
    pinTools: (server, tools) =>
      file.change((consents) => {
        const found = serverOf(consents, server);
        return found ? { ...consents, servers: { ...consents.servers, [server]: { ...found, tools } } } : consents;
      }),
    revoke: (server) =>
      file.change(({ servers: { [server]: _gone, ...servers }, ...rest }) => ({
        ...rest,
        servers,
        rules: rest.rules.filter((rule) => rule.server !== server),
      })),
    async allow(call, facts) {
      const args = call.argsHash ?? hashArguments(call.arguments);
      await remember(call, facts);
      const { server, tool, session } = call;
      return tickets.issue({ server, tool, session, ...facts, args });
    },
    async admits(facts, ticket) {
      if (ticket !== null && tickets.redeem(ticket, facts)) return true;
      return ruleFor((await file.read()).rules, facts) !== undefined;
    },
    async rules(current) {
      const list: McpRule[] = [];
      for (const { id, server, tool, session, at, definition, toolHash } of (await file.read()).rules) {
        const now = await current(server, tool);
        list.push({
          id,
          server,
          tool,
          session,
          at,
          valid: now?.definition === definition && now.toolHash === toolHash,
        });
      }
      return list;
    },
    async removeRule(id) {
      if (!(await file.read()).rules.some((rule) => rule.id === id))
        throw new HostError('not_found', 'There is no such rule.');
      await file.change((consents) => ({ ...consents, rules: consents.rules.filter((rule) => rule.id !== id) }));
    },
    forgetSession: (session) =>
      file.change((consents) =>
        consents.rules.some((rule) => rule.session === session)
          ? { ...consents, rules: consents.rules.filter((rule) => rule.session !== session) }
          : consents,
      ),
    warning: () => file.warning(),
  };
}
