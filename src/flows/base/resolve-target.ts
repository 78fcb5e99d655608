import type { Connection } from '#contract/connection.ts';
import type { ModelError } from '#core/error.ts';
import type { Model } from '#core/model.ts';
import type { Target } from '#core/request.ts';
import type { Origin } from '#core/vendor.ts';
import type { ServerTool } from '#core/vendors/base/server-tools.ts';
import type { SessionRow, SessionTarget } from '#storage/rows.ts';
import { errorMessage } from '#core/thrown.ts';
import type { SharingSession } from './shared-context.ts';
import type { FlowDeps } from './flow-deps.ts';
import { setParameters } from './set-parameters.ts';

interface Refusal {
  ok: false;
  error: ModelError;
}

export type Resolved = { ok: true; connection: Connection; target: Target } | Refusal;

/**
 * Resolves where the session's next request goes. Something missing is returned as an error with a message and a code,
 * by which the page offers the way out: `no_model`, `unknown_connection`, `key_missing`, `host_unreachable`.
 */
export async function resolveTarget(
  deps: Pick<
    FlowDeps,
    'connections' | 'model' | 'reliability' | 'maxMessages' | 'modelParameters' | 'sharing' | 'serverTools'
  >,
  session: SharingSession & Pick<SessionRow, 'target' | 'system' | 'maxMessages' | 'parameters' | 'pictures' | 'tools'>,
): Promise<Resolved> {
  const found = await findModel(deps, session);
  if (!found.ok) return found;
  const { connection, model, requested } = found;
  const system = (await deps.sharing?.systemOf(session, model)) ?? session.system;
  const rulesOff = await deps.reliability.rulesOff(session.id);
  const messages = session.maxMessages === undefined ? (deps.maxMessages?.() ?? null) : session.maxMessages;
  const { experimental } = await deps.reliability.configuration(session.id);
  const place = { ...placeOf(found), ...(connection.practice && { simulated: true as const }) };
  const serverTools = await offerServerTools(place, deps.serverTools?.(connection) ?? [], session.tools);
  return {
    ok: true,
    connection,
    target: await setParameters(
      {
        ...place,
        thinking: requested.thinking,
        ...(serverTools && { serverTools }),
        ...(system === '' ? {} : { system }),
        ...(messages === null ? {} : { window: { messages } }),
        ...(session.pictures && { makePictures: true as const }),
        ...(rulesOff.length === 0 ? {} : { rulesOff }),
        ...(experimental.server_context_editing ? { contextEditing: true } : {}),
      },
      { ...(await deps.modelParameters?.(connection, requested.model)), ...session.parameters },
    ),
  };
}

/** Finds the connection and the model that a session names. */
async function findModel(
  deps: Pick<FlowDeps, 'connections' | 'model'>,
  { target: requested }: Pick<SessionRow, 'target'>,
): Promise<{ ok: true; connection: Connection; model: Model; requested: SessionTarget } | Refusal> {
  if (!requested) return refuse('invalid_parameter', 'no_model', 'No model is chosen for this conversation yet.');
  let connections: readonly Connection[];
  try {
    connections = await deps.connections();
  } catch (error) {
    const message = errorMessage(error);
    return { ok: false, error: { kind: 'network', retryable: true, code: 'host_unreachable', message } };
  }
  const connection = connections.find(({ id }) => id === requested.connection);
  if (!connection) {
    return refuse(
      'invalid_parameter',
      'unknown_connection',
      `The connection “${requested.connection}” of this conversation no longer exists. Choose another model.`,
    );
  }
  if (!connection.configured) {
    return refuse('auth', 'key_missing', `There is no key for ${connection.label} yet. Add one in the settings.`);
  }
  return { ok: true, connection, model: deps.model(connection, requested.model), requested };
}

/**
 * The origin of an answer that the session's model would give now, as far as the page knows it: the user's message is
 * stored without waiting for the host. `null` if the page doesn't know.
 */
export function findOrigin(
  deps: Pick<FlowDeps, 'knownConnection' | 'model'>,
  { target }: Pick<SessionRow, 'target'>,
): Origin | null {
  if (!target) return null;
  const connection = deps.knownConnection(target.connection);
  if (!connection?.configured) return null;
  return originOf(placeOf({ connection, model: deps.model(connection, target.model) }));
}

/** Returns the origin of an answer from this target. */
export function originOf({ vendor, model, endpoint, account }: Pick<Target, keyof Origin>): Origin {
  return { vendor, model: model.id, endpoint, ...(account === undefined ? {} : { account }) };
}

function placeOf({ connection, model }: { connection: Connection; model: Model }) {
  return {
    vendor: connection.vendor,
    model,
    endpoint: connection.baseUrl,
    ...(connection.account === null ? {} : { account: connection.account }),
  };
}

/** What the user lets the vendor do itself. The web and code need the conversation's switch as well. */
async function offerServerTools(
  place: Pick<Target, 'vendor' | 'model' | 'endpoint' | 'simulated'>,
  chosen: readonly ServerTool[],
  tools: SessionRow['tools'],
): Promise<Target['serverTools'] | null> {
  const wanted = chosen.filter((name) => name === 'pages' || tools?.web === true);
  if (wanted.length === 0) return null;
  const { declareTools } = await import('#core/normalize/declare-tools.ts');
  return declareTools(place, wanted, tools?.on === true);
}

function refuse(kind: ModelError['kind'], code: string, message: string): Refusal {
  return { ok: false, error: { kind, code, message, retryable: false } };
}
