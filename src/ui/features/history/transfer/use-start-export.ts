import { useCallback } from 'react';
import type { ExportJob } from '#transfer/transfer-messages.ts';
import { useServices } from '#ui/data/services.ts';
import { useLanguage } from '#ui/kit/i18n/use-t.ts';
import { exportFileName } from './export-file-name.ts';

/** Starts an export with a sensible file name; `title` is that of the only conversation. */
export function useStartExport(): (job: Omit<ExportJob, 'language'>, title?: string) => void {
  const { exports } = useServices().transfers;
  const language = useLanguage();
  return useCallback(
    (job, title) => {
      const one = job.sessions !== 'all' && job.sessions.length === 1;
      void exports.start({ ...job, language }, exportFileName(job.format, one ? (title ?? '') : null, new Date()));
    },
    [exports, language],
  );
}
