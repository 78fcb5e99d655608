import type { Connection } from '#contract/connection.ts';
import type { Configuration } from '#core/reliability/configuration.ts';
import type { Vendor } from '#core/vendor.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import type { ChatFlows } from '#flows/compose/chat-flows.ts';
import { composeFlows } from '#flows/compose/compose-flows.ts';
import type { OrganizeFlows } from '#flows/organize/organize-flows.ts';
import type { ProjectFlows } from '#flows/projects/project-flows.ts';
import { createSharing } from '#flows/projects/create-sharing.ts';
import { createPassageFinder } from '#flows/projects/vectors/find-passages.ts';
import { createProjectVectors, type ProjectVectors } from '#flows/projects/vectors/project-vectors.ts';
import { createProjectSearch } from '#search/passages/search-project.ts';
import { readDocument } from '#documents/read-document.ts';
import { createRequestInspection } from '#flows/request/create-request-inspection.ts';
import { addMessages } from '#test/fakes/add-messages.ts';
import type { HistoryInput } from '#test/fakes/add-messages.ts';
import { memorySettings } from '#test/fakes/memory-settings.ts';
import { withoutTools } from '#test/fakes/without-tools.ts';
import type { FlowDeps } from '#flows/base/flow-deps.ts';
import type { RequestInspection } from '#flows/request/request-inspection.ts';
import { createStreamingAnswers } from '#state/streaming-answers.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { readPath } from '#storage/read-path.ts';
import type { SessionRow, SessionTarget, StoredMessage } from '#storage/rows.ts';
import { createSessionWriters } from '#storage/session-writers.ts';
import type { SessionWriters } from '#storage/session-writers.ts';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';
import { createWriterBus, openTestDatabase } from '#test/fakes/page-storage.ts';
import type { VendorFetch } from '#vendors/base/base-ai-service.ts';
import { findModel } from '#vendors/catalog/find-model.ts';
import { loadService } from '#vendors/registry.ts';
import { practiceVendors } from '../vendors/practice-lab.ts';
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

export const CLAUDE: SessionTarget = { connection: 'practice-anthropic', model: 'practice-claude', thinking: 'medium' };
export const GPT: SessionTarget = { connection: 'practice-openai', model: 'practice-gpt', thinking: 'medium' };
export const GEMINI: SessionTarget = { connection: 'practice-gemini', model: 'practice-gemini', thinking: 'medium' };

export const CHAT: SessionTarget = { connection: 'practice-chat', model: 'practice-chat', thinking: 'off' };

/** Real flows on a real database, with the practice vendors through the real services. Every body is recorded. */
export class PracticeWorld {
  readonly db: BatonDatabase;
  readonly flows: ChatFlows;
  readonly organize: OrganizeFlows;
  readonly projects: ProjectFlows;
  readonly requests: RequestInspection;
  readonly vectors: ProjectVectors;
  /** Those of another window. */
  readonly openVectors: () => ProjectVectors;
  readonly settings = memorySettings();
  readonly writers: SessionWriters;
  readonly bodies: unknown[] = [];
  readonly errors: unknown[] = [];
  /** Answers instead of a vendor if it returns a response. */
  instead: (body: unknown) => Response | null = () => null;
  aboutMe = '';
  /** Settings the user changed from the defaults. */
  configuration: Partial<Configuration> = {};
  connections: Connection[] = [
    connection('anthropic', 'anthropic', 'anthropic'),
    connection('openai', 'openai', 'openai-responses', '/v1'),
    connection('gemini', 'gemini', 'gemini'),
    connection('chat', 'openai', 'openai-chat', '/v1'),
  ];
  /** Milliseconds added to the real time, so that no two steps happen at the same moment. */
  #now = 1_800_000_000_000;

  private constructor(db: BatonDatabase) {
    this.db = db;
    const vendors = practiceVendors();
    const fetch: VendorFetch = async (input, init) => {
      const body: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : 'null');
      this.bodies.push(body);
      return this.instead(body) ?? vendors.fetch(new Request(input, init));
    };
    const later = (fn: () => void, ms: number) => globalThis.setTimeout(fn, ms);
    const never = (handle: unknown) => globalThis.clearTimeout(handle as NodeJS.Timeout);
    this.writers = createSessionWriters({
      db,
      locks: new FakeLockManager(),
      channel: createWriterBus()(),
      setTimeout: later,
      clearTimeout: never,
      onError: (error) => this.errors.push(error),
    });
    const deps: FlowDeps = {
      db,
      clock: {
        now: () => (this.#now += 1),
        monotonic: () => performance.now(),
        setTimeout: later,
        clearTimeout: never,
      },
      writers: this.writers,
      liveRuns: createStreamingAnswers((fn) => fn()),
      random: () => 0.5,
      connections: async () => this.connections,
      knownConnection: (id) => this.connections.find((one) => one.id === id),
      model: ({ vendor, protocol, baseUrl }, id) => findModel(vendor, id, protocol, baseUrl),
      reliability: testReliability(() => this.configuration),
      loadService: ({ protocol }) => loadService(protocol, { fetch }),
      sharing: this.#sharing(db),
      flushDrafts: async () => undefined,
      onUnreadableRow: (row) => this.errors.push(row),
      onError: (error) => this.errors.push(error),
    };
    const locks = new FakeLockManager();
    this.openVectors = () =>
      createProjectVectors({
        db,
        settings: this.settings,
        connections: async () => this.connections,
        vendorFetch: () => fetch,
        read: async (folder) => deps.sharing?.readFiles(folder),
        locks,
        clock: deps.clock,
        onUnreadableRow: deps.onUnreadableRow,
      });
    this.vectors = this.openVectors();
    const { chat, organize, projects } = composeFlows(deps, withoutTools());
    this.flows = chat;
    this.organize = organize;
    this.projects = projects;
    this.requests = createRequestInspection(deps);
  }

  #sharing(db: BatonDatabase) {
    const { passages } = createProjectSearch(db);
    return createSharing({
      db,
      clock: { now: () => (this.#now += 1), monotonic: () => 0, setTimeout: () => 0, clearTimeout: () => undefined },
      onUnreadableRow: (row) => this.errors.push(row),
      onError: (error) => this.errors.push(error),
      aboutMe: () => this.aboutMe,
      passages: createPassageFinder({
        search: passages,
        embedQuestion: (folder, question) => this.vectors.embedQuestion(folder, question),
        onError: (error) => this.errors.push(error),
      }),
      async readDocument(source) {
        const document = await readDocument(source, {
          readMap: () => Promise.reject(new Error('no maps')),
          decoders: './',
        });
        return { document, tokens: Math.ceil(document.text.length / 3) };
      },
      language: () => 'en',
    }).sharing;
  }

  static async open(): Promise<PracticeWorld> {
    return new PracticeWorld(await openTestDatabase());
  }

  /** Sends to each of them in turn, and returns the conversation. */
  async talk(...turns: [SessionTarget, string][]): Promise<SessionRow> {
    const session = await this.flows.createSession(null);
    for (const [target, text] of turns) await this.say(session.id, target, text);
    return session;
  }

  /** Adds messages without sending a request. */
  async edit(sessionId: string, messages: readonly HistoryInput[]): Promise<void> {
    const { db, writers } = this;
    await addMessages({ db, writers, now: () => 1 }, sessionId, messages);
  }

  async say(sessionId: string, target: SessionTarget, text: string): Promise<void> {
    await this.flows.setTarget(sessionId, target);
    await this.flows.send(sessionId, { text, attachments: [] });
  }

  async session(id: string): Promise<SessionRow> {
    const row = await this.db.sessions.get(id);
    if (!row) throw new Error(`no session ${id}`);
    return row;
  }

  async path(sessionId: string): Promise<StoredMessage[]> {
    const { leafId } = await this.session(sessionId);
    return (await readPath(this.db, sessionId, leafId, 1_000, (row) => this.errors.push(row))).messages;
  }
}
