import { EVENTS_PATH } from '#contract/events.ts';
import { TOKEN_HEADER, WINDOW_HEADER } from '#contract/headers.ts';
import type { HostServices } from './host-services.ts';
import type { Route } from '../base/route.ts';

export function eventRoute({ deps, events, windows }: HostServices): Route {
  return {
    path: EVENTS_PATH,
    methods: {
      async GET({ request }) {
        const left = deps.windowKeys?.connected(request.headers.get(TOKEN_HEADER) ?? '');
        const { standing, leave } = await windows.enter(request.headers.get(WINDOW_HEADER));
        const hello = { type: 'hello' as const, version: deps.version, mount: deps.mount, window: standing };
        const body = events.open(hello, request.signal, () => {
          left?.();
          leave();
        });
        return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
      },
    },
  };
}
