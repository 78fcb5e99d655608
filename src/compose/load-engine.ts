import { deferCalls, loadOnce } from '#core/load-once.ts';
import type { Engine, EngineParts } from './open-engine.ts';

export interface LazyEngine extends Pick<
  Engine,
  'chat' | 'agent' | 'organize' | 'projects' | 'library' | 'projectVectors' | 'requests' | 'releaseSession' | 'failures'
> {
  /** Loads it now. */
  load: () => Promise<void>;
}

/** The engine, which the first call loads. Most of the page's code is in it, and a message box needs none of it. */
export function loadEngine(parts: EngineParts): LazyEngine {
  const engine = loadOnce(async () => {
    const { openEngine } = await import('./open-engine.ts');
    opened = openEngine(parts);
    return opened;
  });
  let opened: Engine | null = null;
  return {
    chat: deferCalls(async () => (await engine.get()).chat),
    agent: deferCalls(async () => (await engine.get()).agent),
    organize: deferCalls(async () => (await engine.get()).organize),
    projects: deferCalls(async () => (await engine.get()).projects),
    library: deferCalls(async () => (await engine.get()).library),
    projectVectors: async () => (await engine.get()).projectVectors(),
    requests: deferCalls(async () => (await engine.get()).requests),
    releaseSession: async (ids) => (await engine.get()).releaseSession(ids),
    failures: () => opened?.failures() ?? {},
    async load() {
      await engine.get();
    },
  };
}
