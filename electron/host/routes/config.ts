import type { configEndpoints } from '#contract/config.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

export function configHandlers({ config, connections, events }: HostServices): Handlers<typeof configEndpoints> {
  async function withWarnings(state: Awaited<ReturnType<typeof config.read>>) {
    const more = await connections.warning();
    return more === null ? state : { ...state, warnings: [...state.warnings, more] };
  }
  return {
    config: async () => withWarnings(await config.read()),
    async putConfig({ body }) {
      const state = await config.change(body);
      events.emit({ type: 'config-changed' });
      return withWarnings(state);
    },
  };
}
