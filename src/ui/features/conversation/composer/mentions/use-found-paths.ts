import { useEffect, useState } from 'react';
import type { FoundPath } from '#core/mentions/path-search.ts';
import { useServices } from '#ui/data/services.ts';
import { knownIndex, refreshIndex, type FolderIndex } from './folder-index.ts';

export interface FolderPathFound extends FoundPath {
  folder: string;
}

export interface FoundPaths {
  /** Those attached to the conversation, the main one first; `null` until known. */
  folders: readonly string[] | null;
  paths: readonly FolderPathFound[];
  /** A folder's list is on its way, and there is none to search meanwhile. */
  listing: boolean;
  /** The paths belong to an earlier query, or to earlier lists. */
  searching: boolean;
  /** A folder has more files than can be searched. */
  more: boolean;
}

/** What a query found, and in which lists. */
interface Found {
  query: string;
  indexes: readonly FolderIndex[];
  paths: readonly FolderPathFound[];
}

const NONE: readonly FolderPathFound[] = [];

/** The files and folders of the attached folders that match. The lists are brought up to date when this is first used. */
export function useFoundPaths(sessionId: string, query: string, max: number): FoundPaths {
  const { flows } = useServices().agent;
  const [folders, setFolders] = useState<readonly string[] | null>(null);
  const [indexes, setIndexes] = useState<readonly FolderIndex[]>([]);
  const [failed, setFailed] = useState(0);
  const [found, setFound] = useState<Found | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const load = async () => {
      const attached = (await flows.folders(sessionId)).folders.map(({ path }) => path);
      signal.throwIfAborted();
      setFolders(attached);
      setIndexes(attached.flatMap((folder) => knownIndex(folder) ?? []));
      await Promise.all(
        attached.map(async (folder) => {
          try {
            const index = await refreshIndex(folder, (known) => flows.listFiles(sessionId, folder, known, signal));
            signal.throwIfAborted();
            setIndexes((now) => [...now.filter((one) => one.folder !== folder), index]);
          } catch (error) {
            // A folder that can't be listed has nothing to offer. Its chip or its tools say why.
            if (!signal.aborted) setFailed((count) => count + 1);
            else throw error;
          }
        }),
      );
    };
    load().catch(() => signal.aborted || setFolders((now) => now ?? []));
    return () => stop.abort();
  }, [flows, sessionId]);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const search = async () => {
      const all: FolderPathFound[] = [];
      for (const { folder, search: own } of indexes)
        for (const one of await own.find(query, max, signal)) all.push({ ...one, folder });
      signal.throwIfAborted();
      setFound({ query, indexes, paths: all.sort((a, b) => b.score - a.score).slice(0, max) });
    };
    // Another query has taken its place, or the list was closed.
    search().catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    return () => stop.abort();
  }, [indexes, query, max]);

  const awaited = folders === null ? 1 : folders.length - indexes.length - failed;
  return {
    folders,
    paths: found?.paths ?? NONE,
    listing: awaited > 0,
    searching: found?.query !== query || found.indexes !== indexes,
    more: indexes.some((index) => index.more),
  };
}
