import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { ProjectVectors } from '#flows/projects/vectors/project-vectors.ts';
import { readVectorChoices, type VectorChoice, VECTORS_KEY } from '#flows/projects/vectors/vector-choices.ts';
import { createVectorWork, type VectorWork } from '#state/vector-work.ts';
import { useServices } from '#ui/data/services.ts';

const NOTHING = createVectorWork();

export interface UseProjectVectors {
  choice: VectorChoice | null;
  /** `null` where nothing has happened in this window yet. */
  work: VectorWork | null;
  vectors: () => Promise<ProjectVectors>;
}

/** The embedding model of a project, and what it is doing. */
export function useProjectVectors(folder: string): UseProjectVectors {
  const { settings, projectVectors, problems } = useServices();
  const stored = useStore(settings.store, ({ values }) => values.get(VECTORS_KEY));
  const choice = useMemo(() => readVectorChoices(stored)[folder] ?? null, [stored, folder]);
  const [loaded, setLoaded] = useState<ProjectVectors | null>(null);
  const isChosen = choice !== null;
  useEffect(() => {
    if (!isChosen) return undefined;
    let left = false;
    const load = async () => {
      const vectors = await projectVectors();
      if (left) return;
      setLoaded(vectors);
      void vectors.update(folder);
    };
    load().catch(problems.add);
    return () => {
      left = true;
    };
  }, [isChosen, projectVectors, problems, folder]);
  const work = useStore(loaded?.store ?? NOTHING, (state) => state.work[folder] ?? null);
  return { choice, work, vectors: projectVectors };
}
