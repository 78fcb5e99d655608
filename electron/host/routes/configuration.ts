import { ConfigurationPatch } from '#contract/configuration.ts';
import type { HostServices } from './host-services.ts';
import { readJson } from '../base/read-body.ts';
import { type Route, json } from '../base/route.ts';

const sessionIn = (request: Request) => new URL(request.url).searchParams.get('session');

export function configurationRoutes({ configuration }: HostServices): Route[] {
  return [
    {
      path: '/api/configuration',
      methods: {
        GET: async ({ request }) => json(await configuration.state(sessionIn(request))),
        PATCH: async ({ request }) => {
          await configuration.change(await readJson(request, ConfigurationPatch));
          return json(await configuration.state(sessionIn(request)));
        },
      },
    },
  ];
}
