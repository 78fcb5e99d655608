import type { ErrorKind, ModelError } from '#core/error.ts';
import { createDraft, draftParts, foldEvent } from '#core/fold-stream.ts';
import type { StreamDraft } from '#core/fold-stream.ts';
import { handoffPrompt } from '#texts/model-prompts.ts';
import type { HistoryMessage } from '#core/message.ts';
import { NOT_SENT } from '#core/normalize/base/overlays.ts';
import type { Overlay, Target } from '#core/request.ts';
import type { Origin } from '#core/vendor.ts';
import { measureRequest } from '#core/normalize/measure-request.ts';
import { withoutStyle } from '#core/vendors/base/request-parameters.ts';
import { without } from '#core/without.ts';
import { newId } from '#storage/new-id.ts';
import { outlineMessage } from '#storage/hydrate-parts.ts';
import { readPath } from '#storage/read-path.ts';
import type { SessionRow, SessionTarget, StoredMessage } from '#storage/rows.ts';
import { addUsage } from '#storage/usage-repository.ts';
import type { AIService } from '#vendors/base/base-ai-service.ts';
import { calibrateTarget, readRequestFacts } from '../base/calibrate-target.ts';
import { compilePath } from '../request/compile-path.ts';
import type { CompiledRequest } from '../request/compile-request.ts';
import { costOf } from '../base/cost-of.ts';
import { describeBreak } from '../base/describe-break.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { countBroken } from '../request/count-broken.ts';
import { tightenRequest } from '../request/tighten-request.ts';
import { pause } from '../base/pause.ts';
import { requireSession } from '../conversation/insert-answer.ts';
import { readStream } from '../request/read-stream.ts';
import { resolveTarget } from '../base/resolve-target.ts';
import type { Resolved } from '../base/resolve-target.ts';
import { retryDelay } from '../base/retry-policy.ts';

/** A summary that is not in the conversation yet. */
export interface Summary {
  text: string;
  /** The model that wrote it. */
  origin: Origin;
  /** End of the path that it covers. */
  leafId: string;
  /** How many of the oldest messages did not fit the writer's window. The summary doesn't cover them. */
  left: number;
  /** Whether it was cut off because the answer reached its maximum length. */
  cut: boolean;
}

/** A summary being written. `instead`: the model that answered last can't be asked, so the session's model is. */
export interface SummaryView {
  origin: Origin;
  instead: boolean;
  text: string;
}

/** `error` is `null` when it was canceled. */
export type SummaryOutcome = { ok: true; summary: Summary } | { ok: false; error: ModelError | null };

export interface SummaryRequest {
  prompt(history: readonly HistoryMessage[]): string;
  /** End of the path to summarize, if it is not the session's leaf. */
  leafId?: string;
  /** Ids of messages on the path that the writer doesn't read. */
  leaveOut?: readonly string[];
  /** The prompt holds all that the writer needs: nothing else is sent, and it isn't worth thinking about. */
  brief?: true;
}

const FOR_A_HANDOFF: SummaryRequest = { prompt: handoffPrompt };
/** How many messages at the end of the path are searched for the newest answer. */
const NEAR = 64;
const IDLE_MS = 600_000;

/**
 * Asks the model that answered last for a summary of the current path. Writes nothing into the conversation and records
 * only the usage. Whatever a vendor does is a result, not a rejection.
 */
export async function summarize(
  deps: FlowDeps,
  sessionId: string,
  signal: AbortSignal,
  show: (view: SummaryView) => void,
  order: SummaryRequest = FOR_A_HANDOFF,
): Promise<SummaryOutcome> {
  const session = await requireSession(deps, sessionId);
  const leafId = order.leafId ?? session.leafId;
  if (leafId === null) return { ok: false, error: fail('There is nothing to summarize yet.') };
  const { resolved, instead } = await chooseWriter(deps, session, leafId);
  if (!resolved.ok) return resolved;
  const { connection } = resolved;
  const { vendor, model, endpoint, account } = resolved.target;
  const origin: Origin = { vendor, model: model.id, endpoint, ...(account === undefined ? {} : { account }) };
  show({ origin, instead, text: '' });
  try {
    const service = await deps.loadService(connection);
    const asked = await compile(deps, service, { session, leafId, order }, resolved.target);
    if (asked.report.problem) return { ok: false, error: fail(asked.report.problem.message) };
    const draft = await ask(deps, service, asked, signal, (text) => show({ origin, instead, text }));
    if (draft.usage) {
      const { usage } = draft;
      const cost = costOf(usage, model.price);
      const row = { id: newId(), sessionId, at: deps.clock.now(), connection: connection.id, vendor, usage, cost };
      await addUsage(deps.db, { ...row, model: model.id }).catch((error: unknown) => deps.onError(error));
    }
    if (signal.aborted) return { ok: false, error: null };
    const error = draft.error ?? endedBadly(draft);
    if (error) return { ok: false, error };
    const left = asked.report.droppedByWindow.length;
    const text = textOf(draft).trim();
    return { ok: true, summary: { text, origin, leafId, left, cut: draft.stop === 'length' } };
  } catch (error) {
    return { ok: false, error: signal.aborted ? null : describeBreak(error) };
  }
}

/**
 * Chooses the model that answered last, through the connection it was asked through. Falls back to the session's model
 * when that is gone.
 */
async function chooseWriter(
  deps: FlowDeps,
  session: SessionRow,
  leafId: string,
): Promise<{ resolved: Resolved; instead: boolean }> {
  const { messages } = await readPath(deps.db, session.id, leafId, NEAR, deps.onUnreadableRow);
  const answer = messages.findLast(({ role, origin }) => role === 'assistant' && origin !== undefined);
  const target = answer?.origin ? await targetOf(deps, answer, answer.origin) : null;
  if (target) {
    const resolved = await resolveTarget(deps, { ...session, target });
    if (resolved.ok || resolved.error.code === 'host_unreachable') return { resolved, instead: false };
  }
  return { resolved: await resolveTarget(deps, session), instead: answer !== undefined };
}

async function targetOf(deps: FlowDeps, answer: StoredMessage, origin: Origin): Promise<SessionTarget | null> {
  const connections = await deps.connections().catch(() => []);
  const send = await deps.db.sends.get(answer.id);
  if (send?.model === origin.model && connections.some(({ id }) => id === send.connection))
    return { connection: send.connection, model: send.model, thinking: send.usual ?? send.thinking };
  const connection = connections.find(({ baseUrl }) => baseUrl === origin.endpoint);
  return connection ? { connection: connection.id, model: origin.model, thinking: 'off' } : null;
}

/**
 * A summary covers everything: its writer's vendor clears nothing, and a limit on messages doesn't apply. It is text:
 * there is nothing to draw.
 */
function wholly(target: Target): Target {
  const { parameters } = target;
  return {
    ...without(target, 'contextEditing', 'window', 'makePictures', 'serverTools'),
    ...(parameters && { parameters: { ...parameters, set: withoutStyle(parameters.set) } }),
  };
}

/**
 * Returns how many tokens of a conversation, by the uncalibrated estimate, the model that would summarize it can read
 * at once.
 */
export async function summarizableTokens(deps: FlowDeps, sessionId: string, leafId: string): Promise<number> {
  const session = await requireSession(deps, sessionId);
  const { resolved } = await chooseWriter(deps, session, leafId);
  if (!resolved.ok) return Number.POSITIVE_INFINITY;
  const { overlays, sends } = await readRequestFacts(deps, sessionId);
  const { budget, factor } = measureRequest([], overlays, calibrateTarget(sends, wholly(resolved.target)));
  return (budget ?? Number.POSITIVE_INFINITY) / factor;
}

async function compile(
  deps: FlowDeps,
  service: AIService,
  { session: { id: sessionId }, leafId, order }: { session: SessionRow; leafId: string; order: SummaryRequest },
  requested: Target,
): Promise<CompiledRequest> {
  const at = deps.clock.now();
  const silent = (order.leaveOut ?? []).map((message): Overlay => {
    return { id: newId(), sessionId, target: { message }, kind: NOT_SENT, reason: 'summarized already', at };
  });
  const { overlays: stored, sends } = await readRequestFacts(deps, sessionId);
  const overlays = [...stored, ...silent];
  const { messages } = await readPath(deps.db, sessionId, leafId, NEAR, deps.onUnreadableRow);
  const whole = wholly(requested);
  const target: Target = order.brief
    ? { ...calibrateTarget(sends, without(whole, 'system')), thinking: 'off' }
    : { ...calibrateTarget(sends, whole), cacheKey: sessionId };
  const next: StoredMessage = {
    id: newId(),
    sessionId,
    parentId: order.brief ? null : leafId,
    seq: Number.MAX_SAFE_INTEGER,
    role: 'user',
    parts: [{ type: 'text', text: order.prompt(messages.map((message) => outlineMessage(message))) }],
    status: 'complete',
    createdAt: at,
    author: 'automation',
  };
  const compiled = await compilePath(
    deps,
    service,
    { sessionId, leafId: order.brief ? null : leafId, next, overlays },
    target,
  );
  const prepared = service.prepare(compiled.request, target);
  return { ...compiled, overlays, target, prepared, decisions: compiled.report.decisions ?? [] };
}

/**
 * Requests the summary. Requests it again after a refusal, stricter and once for each kind, and after transient
 * failures, unchanged.
 */
async function ask(
  deps: FlowDeps,
  service: AIService,
  first: CompiledRequest,
  signal: AbortSignal,
  show: (text: string) => void,
): Promise<StreamDraft> {
  const tried = new Set<ErrorKind>();
  let asked = first;
  for (let tries = 1; ;) {
    const draft = createDraft();
    await readStream(asked.prepared.stream(signal, { idleMs: IDLE_MS }), signal, deps.clock, (event) => {
      foldEvent(draft, event);
      if (!signal.aborted) show(textOf(draft));
    });
    countBroken(draft, asked);
    const { error } = draft;
    if (!error || signal.aborted || textOf(draft) !== '') return draft;
    if (!tried.has(error.kind)) {
      tried.add(error.kind);
      const stricter = tightenRequest(service, asked, error);
      if (stricter) {
        asked = stricter;
        continue;
      }
    }
    const delay = retryDelay(error, tries, false, deps.random());
    if (delay === null) return draft;
    tries += 1;
    await pause(deps.clock, delay, signal);
    if (signal.aborted) return draft;
  }
}

function textOf(draft: StreamDraft): string {
  return draftParts(draft)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('');
}

function endedBadly(draft: StreamDraft): ModelError | null {
  if (draft.stop === 'refusal') {
    const text = draftParts(draft).map((part) => (part.type === 'refusal' ? part.text : ''));
    return fail(text.join('') || 'The model declined to write a summary.');
  }
  if (draft.stop === undefined) return fail('The summary broke off without an end.');
  return textOf(draft).trim() === '' ? fail('The model wrote no summary.') : null;
}

function fail(message: string): ModelError {
  return { kind: 'unknown', retryable: true, message };
}
