import type { HostServices } from './host-services.ts';
import { type Route, json, noContent } from '../base/route.ts';

/** Routes for orphaned processes. The page may end them by session; only the host knows which processes those are. */
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
