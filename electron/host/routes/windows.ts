import { OpenWindow, type WindowTicket } from '#contract/windows.ts';
import type { HostServices } from './host-services.ts';
import { HostError } from '../base/problem.ts';
import { readJson } from '../base/read-body.ts';
import { json, type Route } from '../base/route.ts';

/** Short, because a ticket for a window that another one opens is used at once. */
const LENT_MS = 60_000;

/** Routes for the windows of browser mode; in Electron the shell gives its window a token. */
export function windowRoutes({ deps: { windowKeys } }: HostServices): Route[] {
  if (!windowKeys) return [];
  return [
    {
      path: '/api/windows',
      methods: {
        async POST({ request }) {
          const { ticket } = await readJson(request, OpenWindow);
          const key = await windowKeys.redeem(ticket);
          if (!key) throw new HostError('unauthorized', 'This link was used before. Open Baton again.');
          return json(key, 201);
        },
      },
    },
    {
      path: '/api/windows/tickets',
      methods: {
        POST: async () => json({ ticket: windowKeys.issue({ lifeMs: LENT_MS }) } satisfies WindowTicket, 201),
      },
    },
  ];
}
