import type { ContextFile } from '../../context-file.ts';
import type { HookStages } from '../hook.ts';
import { renderSessionFacts, type SessionFacts } from '../session-facts.ts';

export interface CompactionContextPort {
  facts(sessionId: string): Promise<SessionFacts>;
  /** AGENTS.md of the attached folders, and of the folders on the way to these paths. */
  agentsFiles(sessionId: string, paths: readonly string[], budget: number): Promise<readonly ContextFile[]>;
}

/** Shares of the token budget: for instruction files, and for the folders' structure. */
const FILES = 0.7;
const STRUCTURE = 0.3;

/** Adds what code knows beside a summary. No model is involved. */
export function compactionContextInjector(port: CompactionContextPort): HookStages {
  return {
    async onBeforeSummarize(value, { sessionId }) {
      const [facts, files] = await Promise.all([
        port.facts(sessionId),
        port.agentsFiles(sessionId, value.changed, value.budget * FILES),
      ]);
      return {
        ...value,
        context: [...value.context, ...renderSessionFacts(facts, value.budget * STRUCTURE)],
        files: [...value.files, ...files],
      };
    },
  };
}
