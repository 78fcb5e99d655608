import type { FlowDeps } from '../base/flow-deps.ts';
import { summarize } from '../context/summarize.ts';
import type { SummaryOutcome, SummaryView } from '../context/summarize.ts';
import type { ContextManager } from '../context/context-manager.ts';

/** Writes a summary that the user asked for. Returns an error while one is being written to reduce the context. */
export async function summarizeExclusively(
  deps: FlowDeps,
  contextManager: Pick<ContextManager, 'alone'>,
  sessionId: string,
  signal: AbortSignal,
  show: (view: SummaryView) => void,
): Promise<SummaryOutcome> {
  const leave = contextManager.alone(sessionId);
  if (!leave) {
    const message = 'A summary of this conversation is being written already.';
    return { ok: false, error: { kind: 'unknown', retryable: true, message } };
  }
  try {
    return await summarize(deps, sessionId, signal, show);
  } finally {
    leave();
  }
}
