import type { ConsentGiven } from '#contract/consent-given.ts';
import type { ApproveCall, CallTicket, McpRule } from '#contract/mcp-calls.ts';
import { reasonText } from '#core/reasons.ts';
import type { Clock } from '../../base/deps.ts';
import type { ConsentStore } from '../../consents/consent-store.ts';
import { RuleFacts, ServerFacts, ruleConsent, serverConsent, trustConsent } from '../../consents/subjects.ts';
import { HostError } from '../../base/problem.ts';
import { hashArguments } from '../registry/entry.ts';
import { type CallFacts, createTickets } from './tickets.ts';

/** Current hashes of a server and of one of its tools. */
export interface ToolFacts {
  definition: string;
  toolHash: string;
  /** Its calls run in the sandbox. */
  sandboxed: boolean;
}

/** What a call carries besides its facts. */
export interface CallProof {
  ticket: string | null;
  turn: string | null;
  /** True when it only reads local data, according to Baton or to a server the user trusts. */
  harmless: boolean;
  /** True when it would run in the sandbox now. */
  sandboxed: boolean;
}

export interface Consent {
  /** Returns the consent for this server, if it was given for exactly this definition. */
  approved(server: string, definition: string): Promise<ServerFacts | null>;
  /** Whether there is a consent for it that can't be verified before the keys are unlocked. */
  isLocked(server: string, definition: string): Promise<boolean>;
  /** Throws `secrets_locked` instead of replacing such a consent, with what it says about the tools. */
  approve(server: string, definition: string, given: ConsentGiven): Promise<void>;
  pinTools(server: string, tools: NonNullable<ServerFacts['tools']>): Promise<void>;
  /** Keeps the hashes of the package that the server runs with the consent. */
  pinPackage(server: string, hashes: readonly string[]): Promise<void>;
  /** Whether the user trusts this exact server's hints about the risk of its tools. */
  trusts(server: string, definition: string): Promise<boolean>;
  trust(server: string, definition: string, given: ConsentGiven): Promise<void>;
  distrust(server: string): Promise<void>;
  /** Revokes consent, trust and grants of a server. */
  revoke(server: string): Promise<void>;
  /**
   * Called when the user allows a call: issues a ticket for it and stores a lasting grant if asked to. Throws
   * `approval_stale` when server or tool have changed since they were shown.
   */
  allow(call: ApproveCall, facts: ToolFacts, given: ConsentGiven): Promise<CallTicket>;
  endTurn(turn: string): void;
  /**
   * Why a call may run now: the user has `seen` it, it is `harmless`, or it is `covered` by an answer about an earlier one.
   * Null if it may not. Uses up the ticket.
   */
  admits(facts: CallFacts, proof: CallProof): Promise<'seen' | 'harmless' | 'covered' | null>;
  rules(current: (server: string, tool: string) => Promise<ToolFacts | null>): Promise<McpRule[]>;
  removeRule(id: string): Promise<void>;
  removeRules(): Promise<void>;
  /** Removes all grants of a deleted session. */
  forgetSession(session: string): Promise<void>;
}

/** The host's record of the user's consents. It is checked before any server is started or tool is called. */
export function createConsent(consents: ConsentStore, clock: Pick<Clock, 'now'>): Consent {
  const tickets = createTickets(clock);

  const about = async (kind: 'server' | 'trust', server: string) =>
    (await consents.listValid(kind)).find(({ subject }) => subject === server)?.facts;

  async function covered(
    { server, tool, session, definition, toolHash }: CallFacts,
    sandboxed: boolean,
  ): Promise<boolean> {
    const rules = (await consents.listValid('rule')).map(({ facts }) => RuleFacts.parse(facts));
    return rules.some(
      (rule) =>
        rule.server === server &&
        rule.tool === tool &&
        (rule.session === null || rule.session === session) &&
        rule.definition === definition &&
        rule.toolHash === toolHash &&
        (sandboxed || rule.sandboxed !== true),
    );
  }

  async function approved(server: string, definition: string): Promise<ServerFacts | null> {
    const facts = await about('server', server);
    const found = facts === undefined ? null : ServerFacts.parse(facts);
    return found?.definition === definition ? found : null;
  }

  async function isLocked(server: string, definition: string): Promise<boolean> {
    const { consents: given } = await consents.all();
    return given.some(
      ({ kind, subject, state, facts }) =>
        kind === 'server' && subject === server && state === 'locked' && facts['definition'] === definition,
    );
  }

  return {
    approved,
    isLocked,
    async approve(server, definition, given) {
      if (await isLocked(server, definition)) throw new HostError('secrets_locked');
      if (!(await approved(server, definition)))
        await consents.give(serverConsent(server, { definition, tools: null }), given);
    },
    async pinTools(server, tools) {
      const facts = await about('server', server);
      if (facts !== undefined) await consents.amend('server', server, { ...facts, tools });
    },
    async pinPackage(server, hashes) {
      const facts = await about('server', server);
      if (facts !== undefined) await consents.amend('server', server, { ...facts, package: hashes });
    },
    trusts: async (server, definition) => (await about('trust', server))?.['definition'] === definition,
    trust: (server, definition, given) => consents.give(trustConsent(server, definition), given),
    distrust: async (server) => void (await consents.revoke((one) => one.kind === 'trust' && one.subject === server)),
    revoke: async (server) =>
      void (await consents.revoke(
        ({ kind, subject, facts }) =>
          ((kind === 'server' || kind === 'trust') && subject === server) ||
          (kind === 'rule' && facts['server'] === server),
      )),
    async allow(call, now, given) {
      const { server, tool, session, definition, toolHash, remember, turn } = call;
      if (now.definition !== definition || now.toolHash !== toolHash)
        throw new HostError('approval_stale', 'The tool has changed since it was shown.');
      const facts = { server, tool, session, definition, toolHash };
      if (remember === 'turn') tickets.allowTurn({ ...facts, turn: turn ?? '' });
      else if (remember !== 'once')
        await consents.give(
          ruleConsent({
            ...facts,
            session: remember === 'session' ? session : null,
            ...(now.sandboxed && { sandboxed: true }),
          }),
          given,
        );
      return tickets.issue({ ...facts, args: call.argsHash ?? hashArguments(call.arguments) });
    },
    endTurn: (turn) => tickets.endTurn(turn),
    async admits(facts, { ticket, turn, harmless, sandboxed }) {
      if (ticket !== null && tickets.redeem(ticket, facts)) return 'seen';
      if (harmless) return 'harmless';
      if (turn !== null && tickets.hasTurn({ ...facts, turn })) return 'covered';
      return (await covered(facts, sandboxed)) ? 'covered' : null;
    },
    async rules(current) {
      const stored = await consents.all();
      const list: McpRule[] = [];
      for (const { id, at, given, state, kind, facts } of stored.consents) {
        const rule = kind === 'rule' ? RuleFacts.safeParse(facts) : null;
        if (!rule?.success) continue;
        const { server, tool, session, definition, toolHash, sandboxed } = rule.data;
        const now = await current(server, tool);
        const sandbox = sandboxed && (now?.sandboxed ? 'on' : 'off');
        const isSame = now?.definition === definition && now.toolHash === toolHash;
        const valid = state === 'held' && isSame && sandbox !== 'off';
        list.push({ id, server, tool, session, at, given, state, valid, ...(sandbox && { sandbox }) });
      }
      return list;
    },
    async removeRule(id) {
      const count = await consents.revoke((one) => one.kind === 'rule' && one.id === id);
      if (count === 0) throw new HostError('not_found', reasonText('rule.gone'));
    },
    removeRules: async () => void (await consents.revoke(({ kind }) => kind === 'rule')),
    forgetSession: (session) => consents.forget(({ kind, facts }) => kind === 'rule' && facts['session'] === session),
  };
}
