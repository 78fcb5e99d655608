import { createContext, use } from 'react';
import type { LogClient } from '#host-client/log-client.ts';
import type { PageLog } from '#state/page-log.ts';

export interface LogServices {
  log: PageLog;
  client: Pick<LogClient, 'read'>;
  /** Failures of hooks in this window, by hook. */
  failures: () => Readonly<Record<string, number>>;
}

export const LogContext = createContext<LogServices | null>(null);

export function useLogServices(): LogServices {
  const services = use(LogContext);
  if (!services) throw new Error('LogContext is missing');
  return services;
}
