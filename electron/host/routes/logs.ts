import { type HostLog, LogBatch } from '#contract/logs.ts';
import type { HostParts } from './parts.ts';
import { readJson } from '../base/read-body.ts';
import { type Route, json, noContent } from '../base/route.ts';

export function logRoutes({ deps: { log } }: HostParts): Route[] {
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
