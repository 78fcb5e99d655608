import { createApiClient } from '#host-client/api-client.ts';
import { logEndpoints } from '#contract/logs.ts';
import type { LogClient } from '#host-client/host-api.ts';
import type { HostCallsDeps } from '#host-client/host-calls.ts';
import { createLogShipper } from '#state/log-shipper.ts';
import { createPageLog, type PageLog } from '#state/page-log.ts';
import { createProblems, type Problems } from '#state/problems.ts';
import { createRepairNotices, type RepairNotices } from '#state/repair-notices.ts';
import type { Clock } from '#storage/clock.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import { StorageError } from '#storage/storage-error.ts';

export interface Reporting {
  log: PageLog;
  logs: LogClient;
  problems: Problems;
  repairs: RepairNotices;
  onUnreadableRow: OnUnreadableRow;
}

/** Where everything else reports to. Also logs the errors that nobody catches. */
export function openReporting(hostCalls: HostCallsDeps, clock: Clock): Reporting {
  const logs = createApiClient(hostCalls, logEndpoints);
  const shipper = createLogShipper({
    clock,
    send: (lines, leaving) => logs.send({ lines: [...lines] }, { keepalive: leaving }),
  });
  const log = createPageLog({ clock, ship: shipper.add });
  addEventListener('pagehide', shipper.flush);
  addEventListener('error', ({ error, message }) => log.write('error', 'uncaught', { error: error ?? message }));
  addEventListener('unhandledrejection', ({ reason }) => log.write('error', 'unhandled', { error: reason }));
  log.write('info', 'start', { userAgent: navigator.userAgent, language: navigator.language });
  const problems = createProblems((error) => log.write('warn', 'problem', { error }));
  const repairs = createRepairNotices();
  return {
    log,
    logs,
    problems,
    repairs,
    onUnreadableRow(row) {
      repairs.unreadable(row);
      problems.add(new StorageError('unreadable', undefined, `${row.table} ${row.key}: ${row.issue}`));
    },
  };
}
