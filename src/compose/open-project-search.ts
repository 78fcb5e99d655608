import { loadOnce } from '#core/load-once.ts';
import { ABOUT_ME_KEY, readAboutMe } from '#flows/projects/about-me.ts';
import { createSharing, type SharingDeps } from '#flows/projects/create-sharing.ts';
import { createPassageFinder } from '#flows/projects/vectors/find-passages.ts';
import type { ProjectVectors } from '#flows/projects/vectors/project-vectors.ts';
import { readVectorChoices, VECTORS_KEY } from '#flows/projects/vectors/vector-choices.ts';
import type { EngineParts } from './open-engine.ts';

export interface OpenProjectSearch extends ReturnType<typeof createSharing> {
  /** What embedding models make of the files of projects. */
  vectors: () => Promise<ProjectVectors>;
}

/** What conversations share. Vectors are loaded where a project has an embedding model, or is about to get one. */
export function openProjectSearch({
  host,
  stores,
  clock,
  reporting,
  search,
  documents,
}: EngineParts): OpenProjectSearch {
  const { db, settings } = stores;
  const { problems, onUnreadableRow } = reporting;
  const setting = (key: string) => settings.store.getState().values.get(key);
  const isChosen = (folder: string) => readVectorChoices(setting(VECTORS_KEY))[folder] !== undefined;
  const language = () => document.documentElement.lang;
  const deps: SharingDeps = {
    db,
    clock,
    onUnreadableRow,
    onError: problems.add,
    aboutMe: () => readAboutMe(setting(ABOUT_ME_KEY)),
    passages: createPassageFinder({
      search: search.passages,
      embedQuestion: async (folder, question) =>
        isChosen(folder) ? (await vectors.get()).embedQuestion(folder, question) : null,
      onError: problems.add,
    }),
    readDocument: (source) => documents.read(source),
    language,
  };
  const { sharing, searchProject } = createSharing(deps);
  const vectors = loadOnce(async () => {
    const { createProjectVectors } = await import('#flows/projects/vectors/project-vectors.ts');
    return createProjectVectors({
      db,
      settings,
      connections: () => host.connections.known(),
      vendorFetch: (connection) => host.host.vendorFetch(connection),
      read: (folder) => sharing.readFiles(folder),
      locks: navigator.locks,
      clock,
      onUnreadableRow,
    });
  });
  return {
    searchProject,
    sharing: {
      ...sharing,
      async readFiles(folder) {
        await sharing.readFiles(folder);
        if (isChosen(folder)) void (await vectors.get()).update(folder);
      },
    },
    vectors: vectors.get,
  };
}

/** Goes on with what an earlier page left unfinished. */
export async function updateVectors({ stores }: EngineParts, vectors: OpenProjectSearch['vectors']): Promise<void> {
  const choices = readVectorChoices(stores.settings.store.getState().values.get(VECTORS_KEY));
  if (Object.keys(choices).length > 0) await (await vectors()).updateAll();
}
