import type { HostServices } from './host-services.ts';
import { json, noContent, type Route } from '../base/route.ts';

/** Routes for the history of earlier builds, which had another address. */
export function moveRoutes({ move }: HostServices): Route[] {
  return [
    {
      path: '/api/move',
      methods: { GET: async () => json(await move.state()), POST: () => json(move.begin(), 201) },
    },
    {
      path: '/api/move/finish',
      methods: {
        async POST() {
          await move.finish();
          return noContent();
        },
      },
    },
  ];
}
