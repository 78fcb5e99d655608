import { z } from 'zod';
import { RunId, type runEndpoints } from '#contract/runs.ts';
import { RUN_HEADER } from '#contract/headers.ts';
import { HostError } from '../base/problem.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

/** The id that the page gave this request, if any; throws `bad_request` if it is none. */
export function runIdOf({ headers }: Request): string | null {
  const id = z.nullable(RunId).safeParse(headers.get(RUN_HEADER));
  if (!id.success) throw new HostError('bad_request', id.error.issues[0]?.message);
  return id.data;
}

export function runHandlers({ runs }: HostServices): Handlers<typeof runEndpoints> {
  return { cancel: ({ params }) => runs.cancel(params.id) };
}
