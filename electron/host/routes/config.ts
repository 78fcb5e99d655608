import { ConfigPatch } from '../base/config-file.ts';
import type { HostServices } from './host-services.ts';
import { readJson } from '../base/read-body.ts';
import { type Route, json } from '../base/route.ts';

export function configRoutes({ config, connections, events }: HostServices): Route[] {
  async function withWarnings(state: Awaited<ReturnType<typeof config.read>>) {
    const more = await connections.warning();
    return more === null ? state : { ...state, warnings: [...state.warnings, more] };
  }
  return [
    {
      path: '/api/config',
      methods: {
        GET: async () => json(await withWarnings(await config.read())),
        PATCH: async ({ request }) => {
          const state = await config.change(await readJson(request, ConfigPatch));
          events.emit({ type: 'config-changed' });
          return json(await withWarnings(state));
        },
      },
    },
  ];
}
