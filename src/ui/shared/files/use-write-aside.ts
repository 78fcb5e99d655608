import { useCallback } from 'react';
import { writeAside } from '#state/write-aside.ts';
import type { ExportJob } from '#transfer/transfer-messages.ts';
import { useServices } from '#ui/data/services.ts';

export type WriteAside = (job: ExportJob, name: string, signal: AbortSignal) => Promise<File>;

/** Writes an export into memory. */
export function useWriteAside(): WriteAside {
  const { client } = useServices().transfers;
  return useCallback(
    (job, name, signal) =>
      writeAside(
        {
          client,
          storage: () => navigator.storage.getDirectory(),
          now: () => Date.now(),
          newId: () => crypto.randomUUID(),
        },
        job,
        name,
        signal,
      ),
    [client],
  );
}
