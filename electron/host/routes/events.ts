import { TOKEN_HEADER } from '#contract/headers.ts';
import type { HostParts } from '../parts.ts';
import type { Route } from './route.ts';

export function eventRoutes({ deps, events }: HostParts): Route[] {
  return [
    {
      path: '/api/events',
      methods: {
        GET({ request }) {
          const left = deps.windowKeys?.connected(request.headers.get(TOKEN_HEADER) ?? '');
          const body = events.open({ type: 'hello', version: deps.version, mount: deps.mount }, request.signal, left);
          return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
        },
      },
    },
  ];
}
