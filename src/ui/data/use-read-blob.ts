import { useCallback } from 'react';
import { getBlob } from '#storage/blob-repository.ts';
import { useServices } from './services.ts';

/** Reads stored bytes by their hash; `null` when they no longer exist. */
export function useReadBlob(): (hash: string) => Promise<Blob | null> {
  const { db } = useServices();
  return useCallback((hash: string) => getBlob(db, hash), [db]);
}
