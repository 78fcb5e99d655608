import { Readable } from 'node:stream';
import type { logEndpoints } from '#contract/logs.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

/** What a window calls an error that nothing caught (src/compose/open-reporting.ts). */
const UNCAUGHT = new Set(['uncaught', 'unhandled']);

export function logHandlers({ deps: { log, crashes } }: HostServices): Handlers<typeof logEndpoints> {
  return {
    logText: () =>
      new Response(Readable.toWeb(Readable.from(log.text())) as ReadableStream<Uint8Array>, {
        headers: { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' },
      }),
    read: ({ query }) => ({ lines: log.recent(query.after), file: log.file }),
    send({ body }) {
      log.adopt(body.lines);
      for (const { event, data } of body.lines)
        if (UNCAUGHT.has(event)) crashes.record('error', { facts: { in: 'the page' }, error: data?.['error'] });
    },
  };
}
