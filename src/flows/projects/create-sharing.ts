import type { Sharing } from '../base/shared-context.ts';
import { createSystemReader, readProjectContext } from './project-context.ts';
import { createFileReader, type ReadDocument } from './read-files.ts';
import {
  createAddPassages,
  createSearchProjectFiles,
  type ProjectSearchDeps,
  type SearchProjectFiles,
} from './search-files.ts';

export interface SharingDeps extends Omit<ProjectSearchDeps, 'read'> {
  /** What the user wants every model to know. */
  aboutMe(): string;
  readDocument: ReadDocument;
  /** Of the interface. */
  language(): string;
}

/** What conversations share, and the tool with which a model searches the files of a project. */
export function createSharing(given: SharingDeps): { sharing: Sharing; searchProject: SearchProjectFiles } {
  const deps: SharingDeps & ProjectSearchDeps = { ...given, read: createFileReader(given) };
  return {
    sharing: {
      systemOf: createSystemReader(deps),
      addPassages: createAddPassages(deps),
      async offersSearch(session, model) {
        const way = (await readProjectContext(deps, session, model))?.way;
        return way === 'tool' || way === 'passages';
      },
      readFiles: (folder) => deps.read(folder),
    },
    searchProject: createSearchProjectFiles(deps),
  };
}
