import type { logEndpoints } from '#contract/logs.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

export function logHandlers({ deps: { log } }: HostServices): Handlers<typeof logEndpoints> {
  return {
    read: ({ query }) => ({ lines: log.recent(query.after), file: log.file }),
    send: ({ body }) => log.adopt(body.lines),
  };
}
