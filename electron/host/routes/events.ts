import type { HostParts } from '../parts.ts';
import type { Route } from './route.ts';

export function eventRoutes({ deps, events }: HostParts): Route[] {
  return [
    {
      path: '/api/events',
      methods: {
        GET: ({ request }) =>
          new Response(events.open({ type: 'hello', version: deps.version, mount: deps.mount }, request.signal), {
            headers: { 'content-type': 'text/event-stream; charset=utf-8' },
          }),
      },
    },
  ];
}
