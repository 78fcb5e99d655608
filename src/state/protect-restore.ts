import type { McpRule } from '#contract/mcp-calls.ts';
import type { TransferClient } from '#transfer/transfer-client.ts';

/** A restore or import with at least this many conversations is large. */
const MUCH = 20;

interface RestoreProtection {
  /** Takes a snapshot of the history. */
  protect: (signal: AbortSignal) => Promise<void>;
  /** The host's record of what runs without a question. */
  grants: {
    rules(): Promise<Pick<McpRule, 'id' | 'session'>[]>;
    removeRule(id: string): Promise<void>;
    permissions: { stopEdits(session: string): Promise<void> };
  };
  onError: (error: unknown) => void;
}

/**
 * Wraps the client so that it takes a snapshot of the history before a large restore, and so that what the user allowed
 * in a conversation doesn't hold for what a file added to it.
 */
export function protectRestore<C extends Pick<TransferClient, 'restore'>>(
  client: C,
  { protect, grants, onError }: RestoreProtection,
): C {
  async function endGrants(merged: readonly { id: string; asks: boolean }[]): Promise<void> {
    const ids = new Set(merged.map(({ id }) => id));
    if (ids.size === 0) return;
    for (const { id, session } of await grants.rules())
      if (session !== null && ids.has(session)) await grants.removeRule(id);
    for (const { id, asks } of merged) if (asks) await grants.permissions.stopEdits(id);
  }

  return {
    ...client,
    async restore(id, sessionIds, run) {
      if (sessionIds === 'all' || sessionIds.length >= MUCH) await protect(run.signal);
      const report = await client.restore(id, sessionIds, run);
      const merged = report.results.flatMap((one) => (one.kind === 'diverged' ? [one] : []));
      // What was restored is stored, whatever the host says.
      await endGrants(merged).catch(onError);
      return report;
    },
  };
}
