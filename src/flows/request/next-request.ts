import { usesTools } from '#core/agent/uses-tools.ts';
import type { Connection } from '#contract/connection.ts';
import type { ModelError } from '#core/error.ts';
import type { Target } from '#core/request.ts';
import type { SessionRow, SessionTarget, StoredMessage, StoredPart } from '#storage/rows.ts';
import type { OutgoingMessage } from '../base/outgoing-message.ts';
import { readRequestFacts } from '../base/calibrate-target.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { outgoingParts } from '../base/outgoing-parts.ts';
import { requireSession } from '../conversation/insert-answer.ts';
import type { PathToMeasure } from './measure-context.ts';
import { NEXT_ID, NEXT_MESSAGE } from './request-inspection.ts';
import { resolveTarget } from '../base/resolve-target.ts';

export interface NextDeps extends Pick<
  FlowDeps,
  | 'db'
  | 'connections'
  | 'model'
  | 'onUnreadableRow'
  | 'clock'
  | 'reliability'
  | 'maxMessages'
  | 'modelParameters'
  | 'serverTools'
  | 'sharing'
> {
  /** What a session that uses tools last offered. `null` when that is unknown. */
  offered?: (session: SessionRow, system: string) => Pick<Target, 'tools' | 'system'> | null;
}

export type NextRequest =
  | { ok: true; connection: Connection; target: Target; path: PathToMeasure & { next: StoredMessage } }
  | { ok: false; error: ModelError };

/** Returns the connection, target and path of a session's next request. The target is not calibrated. */
export async function nextRequest(
  deps: NextDeps,
  sessionId: string,
  requested: { target?: SessionTarget; outgoing?: OutgoingMessage } = {},
): Promise<NextRequest> {
  const { db } = deps;
  const { session, facts } = await db.transaction('r', db.sessions, db.overlays, db.sends, db.usage, async () => ({
    session: await requireSession(deps, sessionId),
    facts: await readRequestFacts(deps, sessionId),
  }));
  const resolved = await resolveTarget(deps, { ...session, target: requested.target ?? session.target });
  if (!resolved.ok) return resolved;
  const { thinking } = requested.outgoing?.asks ?? {};
  const tools = usesTools(session.tools) ? deps.offered?.(session, resolved.target.system ?? '') : null;
  return {
    ok: true,
    connection: resolved.connection,
    target: { ...resolved.target, ...tools, ...(thinking && { thinking }) },
    path: {
      sessionId,
      leafId: session.leafId,
      next: nextMessage(sessionId, session.leafId, partsOf(requested.outgoing), deps.clock.now()),
      ...facts,
    },
  };
}

function partsOf(outgoing: OutgoingMessage | undefined): StoredPart[] {
  const written = outgoing && (outgoing.text.trim() !== '' || outgoing.attachments.length > 0);
  return written ? outgoingParts(outgoing) : [{ type: 'text', text: NEXT_MESSAGE }];
}

/** Creates a message that is not stored. */
export function nextMessage(
  sessionId: string,
  parentId: string | null,
  parts: StoredPart[],
  at: number,
): StoredMessage {
  return {
    id: NEXT_ID,
    sessionId,
    parentId,
    seq: Number.MAX_SAFE_INTEGER,
    role: 'user',
    parts,
    status: 'complete',
    createdAt: at,
    completedAt: at,
  };
}
