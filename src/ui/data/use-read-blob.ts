import { useCallback } from 'react';
import { getBlob } from '#storage/blob-repository.ts';
import { usePageData } from './page-data.ts';

/** Reads stored bytes by their hash; `null` when they no longer exist. */
export function useReadBlob(): (hash: string) => Promise<Blob | null> {
  const { db } = usePageData();
  return useCallback((hash: string) => getBlob(db, hash), [db]);
}
