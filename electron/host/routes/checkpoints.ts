import type { checkpointEndpoints } from '#contract/checkpoints.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

/** What calls did to files. A window may look; only a known one may change files or what is kept. */
export function checkpointHandlers({ checkpoints }: HostServices): Handlers<typeof checkpointEndpoints> {
  return {
    facts: () => checkpoints.facts(),
    change: ({ body }) => checkpoints.change(body),
    clear: () => checkpoints.clear(),
    list: ({ params, query }) => checkpoints.list(params.session, query.run),
    diff: ({ params, body }) => checkpoints.diff(params.session, body.selection, body.path),
    preview: ({ params, body }) => checkpoints.preview(params.session, body),
    takeBack: ({ params, body }) => checkpoints.takeBack(params.session, body),
  };
}
