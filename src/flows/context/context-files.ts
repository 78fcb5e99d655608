import type { ContextFilePort } from '#core/reliability/hooks/context-files.ts';
import { fitContextFiles } from '#core/reliability/fit-context-files.ts';
import type { McpHost } from '#host-client/mcp-host.ts';

export interface ContextFiles extends ContextFilePort {
  /**
   * Starts a run in the folders of `root`. Its model already has the files with these ids in view. Before that, and
   * after `forget`, nothing is read for the session.
   */
  open(sessionId: string, root: string, known: Iterable<string>): void;
}

/** An answer from the host that takes longer is discarded, and its files don't count as sent. */
const LATEST_MS = 1_500;
/** Most ids that the host accepts. A session that has sent more files sends some again. */
const MAX_KNOWN = 5_000;

export function createContextFiles(host: Pick<McpHost, 'contextFiles'>, clock: { now(): number }): ContextFiles {
  const sessions = new Map<string, { root: string; known: Set<string> }>();
  return {
    open: (sessionId, root, known) => void sessions.set(sessionId, { root, known: new Set(known) }),
    forget: (sessionId) => void sessions.delete(sessionId),
    async take({ sessionId, kind, touched, budget }) {
      const session = sessions.get(sessionId);
      if (!session) return [];
      const asked = clock.now();
      const paths = touched ? [touched.path] : [];
      const known = [...session.known].slice(-MAX_KNOWN);
      const { files } = await host.contextFiles(session.root, { kind, paths, known });
      if (clock.now() - asked > LATEST_MS || sessions.get(sessionId) !== session) return [];
      // Concurrent calls ask for the same files. The first one sends them.
      const fresh = files.filter(({ id, itself }) => !itself && !session.known.has(id));
      const fitting = fitContextFiles(
        fresh.map(({ itself: _itself, own, ...file }) => ({ ...file, ...(own && { own }) })),
        budget,
      );
      for (const { id } of fitting) session.known.add(id);
      if (touched?.full) for (const { id, itself } of files) if (itself) session.known.add(id);
      return fitting;
    },
  };
}
