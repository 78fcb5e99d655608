import type { crashEndpoints } from '#contract/crashes.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

export function crashHandlers({ deps: { crashes } }: HostServices): Handlers<typeof crashEndpoints> {
  return {
    crashes: () => crashes.state(),
    readCrash: () => crashes.markRead(),
    deleteCrash: ({ params }) => crashes.remove(params.id),
    deleteCrashes: () => crashes.removeAll(),
    useGraphics: () => crashes.useGraphics(),
  };
}
