import type { Connection } from '#contract/connection.ts';
import type { McpRule } from '#contract/mcp-calls.ts';
import type { RunLimits } from '#core/agent/run-agent.ts';
import type { Part } from '#core/message.ts';
import type { Model } from '#core/model.ts';
import type { Vendor } from '#core/vendor.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import type { AgentFlows } from '#flows/agent/agent-flows.ts';
import { MAX_TASK_DEPTH } from '#flows/agent/task-runs.ts';
import type { TaskRuns } from '#flows/agent/task-runs.ts';
import type { ChatFlows } from '#flows/compose/chat-flows.ts';
import { compactionContextInjector } from '#core/reliability/hooks/compaction-context.ts';
import { contextFileHooks } from '#core/reliability/hooks/context-files.ts';
import { createCompactionContext } from '#flows/context/compaction-context.ts';
import { createContextFiles } from '#flows/context/context-files.ts';
import { composeFlows, type Flows } from '#flows/compose/compose-flows.ts';
import { createRequestInspection } from '#flows/request/create-request-inspection.ts';
import type { FlowDeps } from '#flows/base/flow-deps.ts';
import type { Reliability, ReliabilityDeps } from '#flows/base/reliability.ts';
import type { RequestInspection } from '#flows/request/request-inspection.ts';
import type { McpHost } from '#host-client/mcp-host.ts';
import { createAgentRuns } from '#state/agent-runs.ts';
import type { ContextNotice } from '#state/context-notices.ts';
import { createContinuations } from '#state/continuations.ts';
import type { AgentRun, AgentRuns } from '#state/agent-runs.ts';
import { createStreamingAnswers } from '#state/streaming-answers.ts';
import type { StreamingAnswers } from '#state/streaming-answers.ts';
import { listModelChoices } from '#state/model-choices.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { readPath } from '#storage/read-path.ts';
import type { SessionRow, SessionTarget, StoredMessage } from '#storage/rows.ts';
import { createSessionWriters } from '#storage/session-writers.ts';
import type { SessionWriters, WriterChannel } from '#storage/session-writers.ts';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';
import { createWriterBus, openTestDatabase } from '#test/fakes/page-storage.ts';
import { createElicitationQueue } from '#tools/elicitation-queue.ts';
import { NO_TOOL_SETTINGS } from '#tools/tool-settings.ts';
import { createToolbox } from '#tools/toolbox.ts';
import type { VendorFetch } from '#vendors/base/base-ai-service.ts';
import { findModel } from '#vendors/catalog/find-model.ts';
import { listModelsOf } from '#vendors/catalog/list-models.ts';
import { loadService } from '#vendors/registry.ts';
import { practiceVendors } from '../../vendors/practice-lab.ts';
import type { Configuration } from '#core/reliability/configuration.ts';
import type { Hooks } from '#core/reliability/hook.ts';
import { testReliability } from '#test/fakes/reliability.ts';

const connection = (name: string, vendor: Vendor, protocol: Protocol, path = ''): Connection => ({
  id: `practice-${name}`,
  label: name,
  vendor,
  protocol,
  baseUrl: `https://${name}.practice.invalid${path}`,
  practice: true,
  custom: false,
  needsKey: false,
  configured: true,
  last4: null,
  account: 'practice',
  keyUrl: null,
});

const CONNECTIONS = [
  connection('anthropic', 'anthropic', 'anthropic'),
  connection('openai', 'openai', 'openai-responses', '/v1'),
  connection('chat', 'openai', 'openai-chat', '/v1'),
  connection('gemini', 'gemini', 'gemini'),
];

const at = (name: string, model: string): SessionTarget => ({
  connection: `practice-${name}`,
  model,
  thinking: 'medium',
});

/** One model for each of the four protocols. */
export const TARGETS = {
  claude: at('anthropic', 'practice-claude'),
  gpt: at('openai', 'practice-gpt'),
  chat: at('chat', 'practice-chat'),
  gemini: at('gemini', 'practice-gemini'),
};
export type Seat = keyof typeof TARGETS;
export const SEATS = ['claude', 'gpt', 'chat', 'gemini'] as const satisfies readonly Seat[];

const HOSTLESS: McpHost = new Proxy({} as McpHost, {
  get: (_host, name) => async () => {
    if (name === 'servers') return { servers: [], warnings: [] };
    if (name === 'rules') return [] satisfies McpRule[];
    if (name === 'folders' || name === 'outline') return { folders: [], edits: false };
    if (name === 'contextFiles') return { files: [] };
    if (name === 'forgetSession') return undefined;
    throw new Error(`nobody asks the host for ${String(name)} here`);
  },
});

/** A request to a vendor and its response. */
export interface Sent {
  body: unknown;
  status: number;
  said: string;
}

/** One profile: what is stored, and the locks and the channel that its windows share. */
export interface Profile {
  db: BatonDatabase;
  locks: FakeLockManager;
  connect(): WriterChannel;
}

export async function openProfile(name?: string): Promise<Profile> {
  return { db: await openTestDatabase(name), locks: new FakeLockManager(), connect: createWriterBus() };
}

/**
 * One window: real flows, real tools, real services, and the practice vendors, which refuse every violation of a rule.
 */
export class AgentWorld {
  readonly chat: ChatFlows;
  readonly agent: AgentFlows;
  readonly requests: RequestInspection;
  readonly tasks: TaskRuns['port'];
  readonly db: BatonDatabase;
  readonly writers: SessionWriters;
  readonly liveRuns: StreamingAnswers;
  readonly reliability: Reliability;
  readonly log: { event: string; data: Readonly<Record<string, unknown>> }[] = [];
  readonly agentRuns: AgentRuns;
  readonly continuations = createContinuations();
  readonly elicitations = createElicitationQueue();
  readonly errors: unknown[] = [];
  readonly sent: Sent[] = [];
  limits: Partial<RunLimits> = {};
  /** Settings the user changed from the defaults. */
  configuration: Partial<Configuration> = {};
  /** Overrides facts from the catalog. */
  facts: Partial<Pick<Model, 'contextWindow' | 'maxOutput'>> = {};
  readonly notices: ContextNotice[] = [];
  /** Records what is released outside the flows. */
  readonly releaseSession: Flows['releaseSession'];
  readonly ended: string[] = [];
  readonly forgotten: string[] = [];
  readonly forgottenAtHost: string[] = [];
  /** Timers of this window that haven't fired. */
  readonly timers = new Set<unknown>();
  /** Time spent on compiling requests. */
  compileMs = 0;
  /** The actual delay of a timer. */
  wait: (ms: number) => number = (ms) => ms;
  /** Runs before a request is sent; may reject instead. */
  onRequest: (count: number) => void | Promise<void> = () => undefined;
  #now = 1_800_000_000_000;
  #reloaded = false;

  constructor(
    { db, locks, connect }: Profile,
    host: McpHost = HOSTLESS,
    vendors: { fetch(request: Request): Promise<Response> } = practiceVendors(),
    hooks: Hooks = {},
    reliability: Partial<ReliabilityDeps> = {},
  ) {
    this.db = db;
    const fetch: VendorFetch = async (input, init) => {
      const one: Sent = { body: JSON.parse(typeof init?.body === 'string' ? init.body : 'null'), status: 0, said: '' };
      this.sent.push(one);
      await this.onRequest(this.sent.length);
      const response = await vendors.fetch(new Request(input, init));
      one.status = response.status;
      if (!response.ok) one.said = await response.clone().text();
      return response;
    };
    const later = (fn: () => void, ms: number): unknown => {
      const timer = globalThis.setTimeout(() => {
        this.timers.delete(timer);
        if (!this.#reloaded) fn();
      }, this.wait(ms));
      this.timers.add(timer);
      return timer;
    };
    const never = (handle: unknown): void => {
      this.timers.delete(handle);
      globalThis.clearTimeout(handle as NodeJS.Timeout);
    };
    const clock = {
      now: () => (this.#now += 1),
      monotonic: () => performance.now(),
      setTimeout: later,
      clearTimeout: never,
    };
    const find: FlowDeps['model'] = ({ vendor, protocol, baseUrl }, id) => ({
      ...findModel(vendor, id, protocol, baseUrl),
      ...this.facts,
    });
    const onError = (error: unknown): void => void this.errors.push(error);
    this.writers = createSessionWriters({
      db,
      locks,
      channel: connect(),
      setTimeout: later,
      clearTimeout: never,
      onError,
    });
    this.liveRuns = createStreamingAnswers((fn) => queueMicrotask(fn));
    this.agentRuns = createAgentRuns((fn) => queueMicrotask(fn));
    const contextFiles = createContextFiles(host, clock);
    const beside = createCompactionContext({ db, onUnreadableRow: onError, host });
    const own: Hooks = {
      ...contextFileHooks(contextFiles),
      'compaction-context-injector': compactionContextInjector(beside),
      ...hooks,
    };
    this.reliability = testReliability(() => this.configuration, own, {
      log: (event, data) => void this.log.push({ event, data }),
      ...reliability,
    });
    const deps: FlowDeps = {
      db,
      clock,
      writers: this.writers,
      liveRuns: this.liveRuns,
      random: () => 0.5,
      connections: async () => CONNECTIONS,
      knownConnection: (id) => CONNECTIONS.find((one) => one.id === id),
      model: find,
      reliability: this.reliability,
      loadService: async ({ protocol }) => {
        const service = await loadService(protocol, { fetch });
        return {
          protocol,
          stream: (...given) => service.stream(...given),
          prepare: (request, target) => service.prepare(request, target),
          capture: (request, target) => service.capture(request, target),
          advance: (...given) => {
            const from = performance.now();
            const to = service.advance(...given);
            this.compileMs += performance.now() - from;
            return to;
          },
          listModels: (...given) => service.listModels(...given),
          sanitizeMessages: (...given) => {
            const from = performance.now();
            const compiled = service.sanitizeMessages(...given);
            this.compileMs += performance.now() - from;
            return compiled;
          },
        };
      },
      contextNotices: { show: () => undefined, notify: (notice) => void this.notices.push(notice) },
      flushDrafts: async () => undefined,
      owners: { test: { end: (id) => this.ended.push(id), forget: (id) => void this.forgotten.push(id) } },
      forgetAtHost: async (id) => {
        this.forgottenAtHost.push(id);
        await host.forgetSession(id);
      },
      onUnreadableRow: onError,
      onError,
    };
    const toolbox = createToolbox({
      db,
      host,
      clock,
      now: clock.now,
      random: () => 0.5,
      version: '1',
      onUnreadableRow: onError,
      elicitations: this.elicitations,
      settings: () => NO_TOOL_SETTINGS,
      tasks: (place) => tasks(place),
      deepestTask: MAX_TASK_DEPTH,
      onError,
    });
    const { chat, agent, offered, tasks, releaseSession } = composeFlows(deps, {
      toolbox: async () => toolbox,
      folders: host,
      contextFiles,
      agentRuns: this.agentRuns,
      continuations: this.continuations,
      limits: () => this.limits,
      models: async () => listModelChoices(CONNECTIONS, new Map(), { of: listModelsOf, find }),
    });
    this.tasks = tasks;
    this.releaseSession = releaseSession;
    this.chat = chat;
    this.requests = createRequestInspection({ ...deps, offered });
    this.agent = agent;
  }

  static async open(): Promise<AgentWorld> {
    return new AgentWorld(await openProfile());
  }

  /** Advances the time at once. */
  pass(ms: number): void {
    this.#now += ms;
  }

  /** A conversation with tools. */
  async begin(seat: Seat): Promise<string> {
    const { id } = await this.chat.createSession(TARGETS[seat]);
    await this.agent.setTools(id, true);
    return id;
  }

  /** Resolves when every listener has handled all events of a conversation. */
  async heard(sessionId: string): Promise<void> {
    await this.reliability.emit({ type: 'session.created', sessionId });
  }

  send(sessionId: string, text: string): Promise<void> {
    return this.chat.send(sessionId, { text, attachments: [] });
  }

  run(sessionId: string): AgentRun | undefined {
    return this.agentRuns.store.getState().runs.get(sessionId);
  }

  async session(id: string): Promise<SessionRow> {
    const row = await this.db.sessions.get(id);
    if (!row) throw new Error(`no session ${id}`);
    return row;
  }

  async path(sessionId: string): Promise<StoredMessage[]> {
    const { leafId } = await this.session(sessionId);
    return (await readPath(this.db, sessionId, leafId, 10_000, (row) => this.errors.push(row))).messages;
  }

  /** The texts of the vendors' refusals. */
  refusals(): string[] {
    return this.sent.filter(({ status }) => status >= 400).map(({ status, said }) => `${status} ${said}`);
  }

  /** Closes the window as in a crash: nothing of it runs anymore. */
  die(): void {
    this.#reloaded = true;
    this.onRequest = () => new Promise<void>(() => undefined);
  }
}

/** Calls and results of a path, in order. */
export function callsOf(path: readonly StoredMessage[]): { name: string; args: unknown }[] {
  return path.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool_call' ? [{ name: part.name, args: part.args }] : [])),
  );
}

export function resultsOf(path: readonly StoredMessage[]) {
  return path.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool_result' ? [part] : [])));
}

/** Everything that must not change by a single byte. */
export function thinkingOf(path: readonly StoredMessage[]): string {
  const state = (part: StoredMessage['parts'][number] | Part) =>
    part.type === 'thinking' || part.type === 'redacted_thinking' || 'signature' in part ? [part] : [];
  return JSON.stringify(path.map(({ id, parts }) => [id, parts.flatMap(state)]));
}
