import type { Connection } from '#contract/connection.ts';
import type { Overlay, Target } from '#core/request.ts';
import { VENDOR_TABLE } from '#core/vendors/table.ts';
import { getMessage } from '#storage/message-repository.ts';
import { listOverlays } from '#storage/overlay-repository.ts';
import { readPath } from '#storage/read-path.ts';
import type { SendRow, SessionRow, StoredMessage } from '#storage/rows.ts';
import { getSend, getTools } from '#storage/send-repository.ts';
import type { AIService } from '#vendors/base/base-ai-service.ts';
import { errorMessage } from '#core/thrown.ts';
import { compilePath } from './compile-path.ts';
import { requireSession } from '../conversation/insert-answer.ts';
import type { PreviewDeps } from './preview-request.ts';
import { describeCompile } from './describe-compile.ts';
import { redactRequest } from './redact-request.ts';
import type { Inspection, Rebuilt } from './request-inspection.ts';
import { setParameters } from '../base/set-parameters.ts';

/** How many messages are searched for the newest answer. */
const NEAR = 64;

export async function inspectRequest(
  deps: PreviewDeps,
  sessionId: string,
  answerId: string | null,
): Promise<Inspection | null> {
  const session = await requireSession(deps, sessionId);
  const answer = await findAnswer(deps, session, answerId);
  if (!answer) return null;
  const send = await getSend(deps.db, answer.id, deps.onUnreadableRow);
  const connection = await findConnection(deps, answer, send);
  const model = send?.model ?? answer.origin?.model;
  const facts = connection && model !== undefined ? deps.model(connection, model) : null;
  const found = { answer, send, connection, model: facts };
  if (!answer.origin && !send) return { ...found, rebuilt: { kind: 'gone', why: 'origin' } };
  if (!connection || !facts) return { ...found, rebuilt: { kind: 'gone', why: 'connection' } };
  const target = send ? await targetThen(deps, send, connection, facts) : targetNow(answer, connection, facts, session);
  try {
    return { ...found, rebuilt: await rebuild(deps, await deps.loadService(connection), answer, send, target) };
  } catch (error) {
    const message = errorMessage(error);
    return { ...found, rebuilt: { kind: 'gone', why: 'failed', message } };
  }
}

async function findAnswer(deps: PreviewDeps, session: SessionRow, id: string | null): Promise<StoredMessage | null> {
  if (id === null) {
    const { messages } = await readPath(deps.db, session.id, session.leafId, NEAR, deps.onUnreadableRow);
    return messages.findLast(({ role }) => role === 'assistant') ?? null;
  }
  const message = await getMessage(deps.db, id, deps.onUnreadableRow);
  return message?.sessionId === session.id && message.role === 'assistant' ? message : null;
}

async function findConnection(
  deps: PreviewDeps,
  { origin }: StoredMessage,
  send: SendRow | null,
): Promise<Connection | null> {
  const connections = await deps.connections();
  const endpoint = send?.endpoint ?? origin?.endpoint;
  return (
    connections.find((one) => one.id === send?.connection && one.baseUrl === endpoint) ??
    connections.find((one) => one.baseUrl === endpoint) ??
    asItWas(connections, send) ??
    null
  );
}

/** A vendor's own connection, when it was reached in another way. */
function asItWas(connections: readonly Connection[], send: SendRow | null): Connection | null {
  const connection = connections.find(({ id, custom, practice }) => id === send?.connection && !custom && !practice);
  if (!connection || !send) return null;
  const { protocol, baseUrl } = VENDOR_TABLE[connection.vendor];
  return baseUrl === send.endpoint ? { ...connection, protocol, baseUrl } : null;
}

/** The message limit for rows that don't record one. */
const MESSAGES_THEN = 20;

async function targetThen(
  deps: PreviewDeps,
  send: SendRow,
  { practice }: Connection,
  model: Target['model'],
): Promise<Target> {
  const tools = await getTools(deps.db, send, deps.onUnreadableRow);
  const messages = send.maxMessages === undefined ? MESSAGES_THEN : send.maxMessages;
  return setParameters(
    {
      vendor: send.vendor,
      model,
      endpoint: send.endpoint,
      ...(practice && { simulated: true }),
      thinking: send.thinking,
      cacheKey: send.cacheKey ?? send.sessionId,
      ...(send.account === undefined ? {} : { account: send.account }),
      ...(send.system === '' ? {} : { system: send.system }),
      ...(tools && { tools }),
      ...(messages !== null && { window: { messages } }),
      ...(send.tokenFactor === undefined ? {} : { tokenFactor: send.tokenFactor }),
      ...(send.rulesOff === undefined ? {} : { rulesOff: send.rulesOff }),
      ...(send.contextEditing && { contextEditing: true }),
      ...(send.serverTools && { serverTools: send.serverTools }),
      ...(send.makePictures && { makePictures: true }),
    },
    send.parameters,
  );
}

function targetNow(answer: StoredMessage, connection: Connection, model: Target['model'], session: SessionRow): Target {
  const account = answer.origin?.account;
  return {
    vendor: connection.vendor,
    model,
    endpoint: connection.baseUrl,
    ...(connection.practice && { simulated: true }),
    cacheKey: session.id,
    ...(session.target ? { thinking: session.target.thinking } : {}),
    ...(account === undefined ? {} : { account }),
    ...(session.system === '' ? {} : { system: session.system }),
  };
}

/**
 * The overlays of that time are those written before the request, with it, or by its repairs. The set that gives the
 * same digest is the right one.
 */
async function rebuild(
  deps: PreviewDeps,
  service: AIService,
  answer: StoredMessage,
  send: SendRow | null,
  target: Target,
): Promise<Rebuilt> {
  const all = await listOverlays(deps.db, answer.sessionId, deps.onUnreadableRow);
  const asOf = send?.at ?? answer.createdAt;
  const earlier = all.filter(({ at }) => at <= asOf);
  const first = await build(deps, service, answer, target, earlier);
  if (!send) return { kind: 'unrecorded', ...first.shown };
  if (first.prepared.hasDigest(send.digest)) return { kind: 'exact', ...first.shown };
  const others = [all.filter(({ at }) => at <= (answer.completedAt ?? asOf)), all.filter(({ at }) => at < asOf)];
  for (const overlays of others) {
    if (overlays.length === earlier.length) continue;
    const other = await build(deps, service, answer, target, overlays);
    if (other.prepared.hasDigest(send.digest)) return { kind: 'exact', ...other.shown };
  }
  return { kind: 'differs', ...first.shown };
}

async function build(
  deps: PreviewDeps,
  service: AIService,
  { sessionId, parentId }: StoredMessage,
  target: Target,
  overlays: readonly Overlay[],
) {
  const compiled = await compilePath(deps, service, { sessionId, leafId: parentId, overlays }, target);
  const request = await service.capture(compiled.request, target);
  return {
    prepared: service.prepare(compiled.request, target),
    shown: { request: redactRequest(request), report: describeCompile(compiled) },
  };
}
