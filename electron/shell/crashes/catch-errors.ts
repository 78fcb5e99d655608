import type { CrashReports, Log } from '../../host/base/deps.ts';

/** A last safety net: no error in the host may end the process that holds every open session. */
export function catchErrors(log: Log, crashes: Pick<CrashReports, 'record'>): void {
  const note = (event: string) => (error: unknown) => {
    log.write('error', event, { error });
    crashes.record('error', { facts: { in: 'the host' }, error });
  };
  process.on('uncaughtException', note('uncaught'));
  process.on('unhandledRejection', note('unhandled'));
}
