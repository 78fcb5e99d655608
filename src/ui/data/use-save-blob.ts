import { useCallback } from 'react';
import { saveBlob } from '#storage/blob-repository.ts';
import type { StoredBlob } from '#storage/blob-repository.ts';
import { useServices } from './services.ts';

/** Stores a chosen or pasted file. Rejects with StorageError, for example on a full disk. */
export function useSaveBlob(): (file: Blob) => Promise<StoredBlob> {
  const { db } = useServices();
  return useCallback((file: Blob) => saveBlob(db, file, file.type || 'application/octet-stream'), [db]);
}
