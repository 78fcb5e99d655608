import type { configurationEndpoints } from '#contract/configuration.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

export function configurationHandlers({ configuration }: HostServices): Handlers<typeof configurationEndpoints> {
  return {
    configuration: ({ query }) => configuration.state(query.session),
    async changeConfiguration({ query, body }) {
      await configuration.change(body);
      return configuration.state(query.session);
    },
  };
}
