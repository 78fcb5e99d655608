import { fitContextFiles } from '#core/reliability/fit-context-files.ts';
import type { CompactionContextPort } from '#core/reliability/hooks/compaction-context.ts';
import type { McpHost } from '#host-client/mcp-host.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { SessionRow } from '#storage/rows.ts';
import { getSession } from '#storage/read-sessions.ts';

/** Most paths whose folders are queried. The newest are used. */
const MAX_PATHS = 15;
const MAX_TOKENS = 12_000;

export interface CompactionContextDeps {
  db: BatonDatabase;
  onUnreadableRow: OnUnreadableRow;
  host: Pick<McpHost, 'contextFiles' | 'outline'>;
}

/** With tools off, no folder is queried. */
export function createCompactionContext({ db, onUnreadableRow, host }: CompactionContextDeps): CompactionContextPort {
  const sessionOf = (id: string): Promise<SessionRow | null> => getSession(db, id, onUnreadableRow);
  const rootOf = ({ id, task }: SessionRow): string => task?.above[0] ?? id;
  return {
    async facts(sessionId) {
      const session = await sessionOf(sessionId);
      const tools = session?.tools?.on ? session.tools : null;
      const folders = session && tools ? (await host.outline(rootOf(session))).folders : [];
      return { session: sessionId, model: session?.target?.model ?? null, mode: tools?.mode ?? null, folders };
    },
    async agentsFiles(sessionId, changed, budget) {
      const session = await sessionOf(sessionId);
      if (!session?.tools?.on) return [];
      const ask = (paths: readonly string[], known: readonly string[]) =>
        host.contextFiles(rootOf(session), { kind: 'agents', paths: [...paths], known: [...known] });
      const roots = (await ask([], [])).files;
      const paths = changed.slice(-MAX_PATHS);
      const known = roots.map(({ id }) => id);
      const inner = paths.length === 0 ? [] : (await ask(paths, known)).files;
      return fitContextFiles(
        [...roots, ...inner].map(({ itself: _itself, own: _own, ...file }) => file),
        Math.min(budget, MAX_TOKENS),
      );
    },
  };
}
