import type { webSearchEndpoints } from '#contract/web-search.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

export function webSearchHandlers({ webSearch }: HostServices): Handlers<typeof webSearchEndpoints> {
  return {
    webSearch: () => webSearch.state(),
    putWebSearch: ({ body }) => webSearch.put(body),
    deleteWebSearchKey: ({ params }) => webSearch.deleteKey(params.service),
    testWebSearch: ({ body }) => webSearch.test(body.query),
  };
}
