import type { Connection } from '#contract/connection.ts';
import type { Model } from '#core/model.ts';
import type { ChatFlows } from '#flows/compose/chat-flows.ts';
import { countRecovered } from '#flows/request/count-recovered.ts';
import { composeFlows } from '#flows/compose/compose-flows.ts';
import { withoutTools } from '#test/fakes/without-tools.ts';
import type { FlowDeps } from '#flows/base/flow-deps.ts';
import type { Drafts } from '#state/drafts.ts';
import { createStreamingAnswers } from '#state/streaming-answers.ts';
import type { StreamingAnswers } from '#state/streaming-answers.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { readPath } from '#storage/read-path.ts';
import type { SessionTarget, StoredMessage } from '#storage/rows.ts';
import { createSessionWriters } from '#storage/session-writers.ts';
import type { SessionWriters } from '#storage/session-writers.ts';
import type { VendorFetch } from '#vendors/base/base-ai-service.ts';
import { loadService } from '#vendors/registry.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeLockManager } from './lock-manager.ts';
import { createWriterBus, openTestDatabase } from './page-storage.ts';
import { ScriptedService } from './scripted-service.ts';
import { testReliability } from '#test/fakes/reliability.ts';

export const CONNECTION: Connection = {
  id: 'practice-anthropic',
  label: 'Practice Anthropic',
  vendor: 'anthropic',
  protocol: 'anthropic',
  baseUrl: 'https://anthropic.practice.invalid',
  practice: true,
  custom: false,
  needsKey: false,
  configured: true,
  last4: null,
  account: 'practice',
  keyUrl: null,
};

export const TARGET: SessionTarget = { connection: CONNECTION.id, model: 'practice-claude', thinking: 'low' };

export interface ChatWindow {
  flows: ChatFlows;
  /** The state when a page starts. */
  count: () => Promise<void>;
  writers: SessionWriters;
  liveRuns: StreamingAnswers;
  /** Errors outside the runs. */
  errors: unknown[];
}

/** One profile: a database, locks, time, a scripted vendor. `window()` opens windows on it. */
export class ChatWorld {
  readonly clock = new FakeClock();
  readonly locks = new FakeLockManager();
  readonly service = new ScriptedService();
  connections: Connection[] | Error = [CONNECTION];
  /** The page knows no connections before. */
  hostAnswer: Promise<void> | null = null;
  titlesByModel = false;
  /** What is typed in this window. */
  drafts: Pick<Drafts, 'flush'> | null = null;
  loadFailure: Error | null = null;
  /** If set, the real services use it for their requests instead of the scripted vendor. */
  fetch: VendorFetch | null = null;
  readonly db: BatonDatabase;
  readonly #connect = createWriterBus();

  constructor(db: BatonDatabase) {
    this.db = db;
  }

  static async open(): Promise<ChatWorld> {
    return new ChatWorld(await openTestDatabase());
  }

  window(): ChatWindow {
    const errors: unknown[] = [];
    const { clock, db, locks } = this;
    const writers = createSessionWriters({
      db,
      locks,
      channel: this.#connect(),
      setTimeout: clock.setTimeout,
      clearTimeout: clock.clearTimeout,
      onError: (error) => errors.push(error),
    });
    // A frame takes 16 ms, as in a page.
    const liveRuns = createStreamingAnswers((fn) => clock.setTimeout(fn, 16));
    const deps: FlowDeps = {
      db,
      writers,
      liveRuns,
      clock,
      random: () => 0.5,
      connections: async () => {
        await this.hostAnswer;
        if (this.connections instanceof Error) throw this.connections;
        return this.connections;
      },
      knownConnection: (id) =>
        this.hostAnswer || this.connections instanceof Error
          ? undefined
          : this.connections.find((one) => one.id === id),
      model: (connection, id) => modelOf(connection, id),
      reliability: testReliability(),
      loadService: async ({ protocol }) => {
        if (this.loadFailure) throw this.loadFailure;
        return this.fetch ? loadService(protocol, { fetch: this.fetch }) : this.service;
      },
      titlesByModel: () => this.titlesByModel,
      flushDrafts: async () => this.drafts?.flush(),
      onUnreadableRow: (row) => errors.push(row),
      onError: (error) => errors.push(error),
    };
    return {
      flows: composeFlows(deps, withoutTools()).chat,
      count: () => countRecovered(deps),
      writers,
      liveRuns,
      errors,
    };
  }

  async path(sessionId: string): Promise<StoredMessage[]> {
    const session = await this.db.sessions.get(sessionId);
    const { messages } = await readPath(this.db, sessionId, session?.leafId ?? null, 10_000, (row) => {
      throw new Error(JSON.stringify(row));
    });
    return messages;
  }
}

function modelOf(connection: Connection, id: string): Model {
  return {
    id,
    vendor: connection.vendor,
    label: id,
    protocol: connection.protocol,
    contextWindow: 200_000,
    maxOutput: 8_000,
    tools: true,
    images: true,
    files: true,
    thinking: { kind: 'none' },
    price: { input: 3, output: 15 },
  };
}

export function textOf(message: StoredMessage | undefined): string {
  return (message?.parts ?? []).map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('');
}
