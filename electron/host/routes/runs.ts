import { HostError } from '../base/problem.ts';
import type { HostServices } from './host-services.ts';
import { type Route, noContent } from '../base/route.ts';

const RUN_ID = /^[\w-]{1,64}$/;

/** Returns a run id as the page created it; throws `bad_request` for anything else. */
export function readRunId(text: string): string {
  if (!RUN_ID.test(text)) throw new HostError('bad_request', 'A run id has letters, digits, _ and -, at most 64.');
  return text;
}

export function runRoutes({ runs }: HostServices): Route[] {
  return [
    {
      path: '/api/runs/:id',
      methods: {
        DELETE: ({ param }) => {
          runs.cancel(readRunId(param('id')));
          return noContent();
        },
      },
    },
  ];
}
