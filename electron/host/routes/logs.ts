import { type HostLog, LogBatch } from '#contract/logs.ts';
import type { HostServices } from './host-services.ts';
import { readJson } from '../base/read-body.ts';
import { type Route, json, noContent } from '../base/route.ts';

export function logRoutes({ deps: { log } }: HostServices): Route[] {
  return [
    {
      path: '/api/logs',
      methods: {
        GET({ request }) {
          const after = Number(new URL(request.url).searchParams.get('after') ?? 0);
          return json({ lines: log.recent(Number.isFinite(after) ? after : 0), file: log.file } satisfies HostLog);
        },
        async POST({ request }) {
          log.adopt((await readJson(request, LogBatch)).lines);
          return noContent();
        },
      },
    },
  ];
}
