import type { scriptEndpoints } from '#contract/scripts.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';
import { runIdOf } from './runs.ts';

/** The user's own scripts. The page reports what happened; the host decides what runs. */
export function scriptHandlers({ scripts, runs }: HostServices): Handlers<typeof scriptEndpoints> {
  return {
    list: () => scripts.list(),
    async agree({ body, given }) {
      await scripts.agree(body.hash, given);
      return scripts.list();
    },
    async revoke({ params }) {
      await scripts.revoke(params.hash);
      return scripts.list();
    },
    async run({ body, request }) {
      const run = runs.open(runIdOf(request), request.signal);
      try {
        return await scripts.run(body, run.signal);
      } finally {
        run.close();
      }
    },
  };
}
