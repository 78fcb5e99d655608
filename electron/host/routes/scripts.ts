import { RUN_HEADER } from '#contract/headers.ts';
import { AgreeToScript, RunScripts } from '#contract/scripts.ts';
import type { HostServices } from './host-services.ts';
import { readJson } from '../base/read-body.ts';
import { type Route, json } from '../base/route.ts';
import { readRunId } from './runs.ts';

/** Large, because it contains the arguments and the result of a call. */
const RUN_LIMIT = 16 * 1024 * 1024;

/** Routes for the user's own scripts. The page reports what happened; the host decides what runs. */
export function scriptRoutes({ scripts, runs, windows }: HostServices): Route[] {
  return [
    { path: '/api/scripts', methods: { GET: async () => json(await scripts.list()) } },
    {
      path: '/api/scripts/consents',
      methods: {
        POST: async ({ request }) => {
          const { hash } = await readJson(request, AgreeToScript);
          await scripts.agree(hash, windows.answering(request));
          return json(await scripts.list());
        },
      },
    },
    {
      path: '/api/scripts/consents/:hash',
      methods: {
        DELETE: async ({ param }) => {
          await scripts.revoke(param('hash'));
          return json(await scripts.list());
        },
      },
    },
    {
      path: '/api/scripts/runs',
      methods: {
        POST: async ({ request }) => {
          const id = request.headers.get(RUN_HEADER);
          const run = runs.open(id === null ? null : readRunId(id), request.signal);
          try {
            return json(await scripts.run(await readJson(request, RunScripts, RUN_LIMIT), run.signal));
          } finally {
            run.close();
          }
        },
      },
    },
  ];
}
