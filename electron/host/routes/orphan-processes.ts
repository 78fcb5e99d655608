import type { HostServices } from './host-services.ts';
import { type Route, json, noContent } from '../base/route.ts';

/** What commands left running. The page may end it, by conversation; which processes that are is the host's knowledge. */
export function orphanProcessRoutes({ leftRunning }: HostServices): Route[] {
  return [
    { path: '/api/left-running', methods: { GET: async () => json(await leftRunning.list()) } },
    {
      path: '/api/left-running/:session',
      methods: {
        DELETE: async ({ request, param }) => {
          await leftRunning.end(param('session'), new URL(request.url).searchParams.has('calls'));
          return noContent();
        },
      },
    },
  ];
}
