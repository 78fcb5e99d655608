import type { HistoryMessage, Part, ThinkingPart, ToolCallPart } from '#core/message.ts';
import type { Model } from '#core/model.ts';
import type { Overlay, Target } from '#core/request.ts';
import type { Origin } from '#core/vendor.ts';
import { requestAnswer } from '#flows/answer/request-answer.ts';
import type { FlowDeps } from '#flows/base/flow-deps.ts';
import type { LiveView } from '#flows/answer/stream-attempt.ts';
import { createStreamingAnswers } from '#state/streaming-answers.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { createDehydrate } from '#storage/dehydrate-parts.ts';
import { appendMessages, completeMessage } from '#storage/write-messages.ts';
import type { NewMessage } from '#storage/write-messages.ts';
import { newId } from '#storage/new-id.ts';
import { createSession } from '#storage/session-repository.ts';
import type { SendRow, StoredMessage } from '#storage/rows.ts';
import { createSessionWriters } from '#storage/session-writers.ts';
import { claimSession } from '#storage/writer-fence.ts';
import type { Fence } from '#storage/writer-fence.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';
import { createWriterBus, openTestDatabase } from '#test/fakes/page-storage.ts';
import type { VendorFetch } from '#vendors/base/base-ai-service.ts';
import { loadService } from '#vendors/registry.ts';
import { practiceVendors } from '../vendors/practice-lab.ts';
import { addressOf } from '../vendors/support.ts';
import type { Toast } from '#core/reliability/hook.ts';
import type { Configuration } from '#core/reliability/configuration.ts';
import type { SessionRecoveryHook } from '#core/reliability/session-recovery.ts';
import { testReliability } from '#test/fakes/reliability.ts';

type Json = Record<string, unknown>;

/** Runs before a practice server: returns a response to use instead of it, or `null` to let the request through. */
export type Gate = (body: Json, url: string) => Response | null;

export interface Asked {
  message: StoredMessage;
  /** Bodies sent for this answer, in order. */
  bodies: Json[];
  send: SendRow | undefined;
  /** Overlays that this answer added. */
  added: Overlay[];
  views: LiveView[];
}

/** One conversation in a real database, with the practice vendors through the real services. */
export class RecoveryLab {
  readonly db: BatonDatabase;
  readonly sessionId: string;
  readonly fence: Fence;
  readonly clock = new FakeClock();
  readonly errors: unknown[] = [];
  readonly #deps: FlowDeps;
  readonly #bodies: Json[] = [];
  readonly #fetch: VendorFetch;
  gate: Gate = () => null;
  /** Runs before a request is sent. */
  onRequest: (count: number) => void = () => undefined;
  leaf: string | null = null;
  readonly toasts: Toast[] = [];
  onToast: (toast: Toast) => void = (toast) => void this.toasts.push(toast);
  /** Settings the user changed from the defaults. */
  configuration: Partial<Configuration> = {};

  private constructor(db: BatonDatabase, sessionId: string, fence: Fence) {
    this.db = db;
    this.sessionId = sessionId;
    this.fence = fence;
    const vendors = practiceVendors();
    this.#fetch = async (input, init) => {
      const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Json;
      this.#bodies.push(body);
      this.onRequest(this.#bodies.length);
      return this.gate(body, addressOf(input)) ?? (await vendors.fetch(new Request(input, init)));
    };
    const { clock } = this;
    this.#deps = {
      db,
      clock,
      writers: createSessionWriters({
        db,
        locks: new FakeLockManager(),
        channel: createWriterBus()(),
        setTimeout: clock.setTimeout,
        clearTimeout: clock.clearTimeout,
        onError: (error) => this.errors.push(error),
      }),
      liveRuns: createStreamingAnswers((fn) => fn()),
      random: () => 0.5,
      connections: async () => [],
      knownConnection: () => undefined,
      model: () => {
        throw new Error('the target is given');
      },
      reliability: testReliability(() => this.configuration, {}, { toast: (toast) => this.onToast(toast) }),
      loadService: () => {
        throw new Error('the service is given');
      },
      flushDrafts: async () => undefined,
      onUnreadableRow: (row) => this.errors.push(row),
      onError: (error) => this.errors.push(error),
    };
  }

  static async open(): Promise<RecoveryLab> {
    const db = await openTestDatabase();
    const { id } = await createSession(db, { target: null, at: 1 });
    const { fence } = await claimSession(db, id);
    return new RecoveryLab(db, id, fence);
  }

  /** A second conversation of the same user. */
  async another(): Promise<RecoveryLab> {
    const { id } = await createSession(this.db, { target: null, at: 2 });
    const { fence } = await claimSession(this.db, id);
    return new RecoveryLab(this.db, id, fence);
  }

  /** Appends finished messages to the path. */
  async put(...messages: HistoryMessage[]): Promise<StoredMessage[]> {
    const dehydrate = createDehydrate(this.db);
    const rows: NewMessage[] = [];
    for (const { id = newId(), role, parts, origin, stop } of messages) {
      rows.push({
        id,
        role,
        parts: await dehydrate(parts),
        parentId: rows.at(-1)?.id ?? this.leaf,
        status: 'complete',
        createdAt: 1,
        ...(origin ? { origin } : {}),
        ...(stop ? { stop } : {}),
      });
    }
    const added = await appendMessages(this.db, this.fence, rows);
    this.leaf = added.at(-1)?.id ?? this.leaf;
    return added;
  }

  /** The user's text, or nothing if tool results wait for an answer. */
  async ask(said: string | readonly Part[] | null, target: Target, stopper = new AbortController()): Promise<Asked> {
    if (said !== null) {
      const parts: Part[] = typeof said === 'string' ? [{ type: 'text', text: said }] : [...said];
      await this.put({ role: 'user', parts });
    }
    const empty: NewMessage = { role: 'assistant', parts: [], parentId: this.leaf, status: 'streaming', createdAt: 1 };
    const [answer] = await appendMessages(this.db, this.fence, [empty]);
    if (!answer) throw new Error('nothing was placed');
    const { vendor, endpoint, account, model } = target;
    const origin: Origin = { vendor, model: model.id, endpoint, ...(account === undefined ? {} : { account }) };
    const placed: StoredMessage = { ...answer, origin };
    const existing = new Set((await this.db.overlays.toArray()).map(({ id }) => id));
    const first = this.#bodies.length;
    const views: LiveView[] = [];
    const dehydrate = createDehydrate(this.db);
    const service = await loadService(model.protocol, { fetch: this.#fetch });
    const job = { fence: this.fence, stopper, dehydrate, show: (now: () => LiveView) => views.push(now()) };
    const asked = { connection: 'practice', target, placed };
    const { draft, shown } = await requestAnswer(this.#deps, job, service, asked);
    const message: StoredMessage = {
      ...placed,
      parts: await dehydrate(shown),
      status: 'complete',
      stop: draft.stop ?? 'error',
      ...(draft.error ? { error: draft.error } : {}),
      ...(draft.usage ? { usage: draft.usage } : {}),
    };
    const usage = draft.usage
      ? {
          id: message.id,
          sessionId: this.sessionId,
          at: 1,
          connection: 'practice',
          vendor,
          model: model.id,
          usage: draft.usage,
          cost: null,
        }
      : null;
    await completeMessage(this.db, this.fence, message, { usage, vendor });
    this.leaf = message.id;
    const overlays = await this.db.overlays.toArray();
    return {
      message,
      bodies: this.#bodies.slice(first),
      send: await this.db.sends.get(message.id),
      added: overlays.filter(({ id }) => !existing.has(id)),
      views,
    };
  }

  /** Reports what is done about refusals. */
  get recovery(): SessionRecoveryHook {
    return this.#deps.reliability.recovery;
  }

  /** All messages so far, byte for byte. */
  async stored(): Promise<string> {
    return JSON.stringify(await this.db.messages.orderBy('id').toArray());
  }
}

/** The vendor's own refusal, in the form of OpenAI and compatible servers. */
export const refusal = (message: string, status = 400, code: string | null = null): Response =>
  Response.json({ error: { message, type: 'invalid_request_error', param: null, code } }, { status });

/** Refuses while a body contains this; says nothing else. */
export const refusesWhile = (has: (body: Json) => boolean, message: string, status = 400): Gate => {
  return (body) => (has(body) ? refusal(message, status) : null);
};

export const user = (text: string, ...parts: Part[]): HistoryMessage => ({
  role: 'user',
  parts: [...parts, { type: 'text', text }],
});
const originOf = ({ vendor, model, endpoint, account = '' }: Target): Origin => ({
  vendor,
  model: model.id,
  endpoint,
  account,
});
export const withModel = (target: Target, change: Partial<Model>): Target => ({
  ...target,
  model: { ...target.model, ...change },
});

export const CALL: ToolCallPart = { type: 'tool_call', id: 'call_1', name: 'clock__now', args: {} };
export const RESULT: HistoryMessage = {
  role: 'tool',
  parts: [{ type: 'tool_result', callId: 'call_1', text: '12:00' }],
};
export const thought = (state: Partial<ThinkingPart>): ThinkingPart => ({ type: 'thinking', text: 'Hm.', ...state });
export const answerOf = (target: Target, ...parts: Part[]): HistoryMessage => ({
  role: 'assistant',
  origin: originOf(target),
  parts: [...parts, { type: 'text', text: 'An answer.' }],
});
export const callOf = (target: Target, ...parts: Part[]): HistoryMessage => ({
  role: 'assistant',
  origin: originOf(target),
  stop: 'tool',
  parts: [...parts, CALL],
});
export const long = (turns: number, target: Target): HistoryMessage[] =>
  Array.from({ length: turns }, (_, turn) => [
    user(`Question ${turn}: ${'word and word '.repeat(120)}`),
    answerOf(target, { type: 'text', text: 'some more words '.repeat(120) }),
  ]).flat();
