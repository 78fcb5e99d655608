import { AgreeToFeed, MuteUpdate } from '#contract/updates.ts';
import type { HostServices } from './host-services.ts';
import { readJson } from '../base/read-body.ts';
import { type Route, json } from '../base/route.ts';

/** Routes for newer versions. A window says when to check; the host decides whether a request is sent. */
export function updateRoutes({ updates, windows }: HostServices): Route[] {
  return [
    { path: '/api/updates', methods: { GET: async () => json(await updates.state()) } },
    { path: '/api/updates/check', methods: { POST: async () => json(await updates.check()) } },
    {
      path: '/api/updates/consent',
      methods: {
        POST: async ({ request }) => {
          const { feed } = await readJson(request, AgreeToFeed);
          return json(await updates.agree(feed, windows.answering(request)));
        },
        DELETE: async () => json(await updates.revoke()),
      },
    },
    {
      path: '/api/updates/quiet',
      methods: { POST: async ({ request }) => json(await updates.quiet(await readJson(request, MuteUpdate))) },
    },
  ];
}
