import { z } from 'zod/mini';

/** Where a consent was given: the window and run of Baton, and the conversation if there was one. */
export const ConsentGiven = z.object({
  mount: z.enum(['electron', 'browser', 'test']),
  window: z.int(),
  session: z.nullable(z.string()),
});
export type ConsentGiven = z.infer<typeof ConsentGiven>;

/**
 * Only `held` counts. `earlier`: given by a version that did not seal consents; the user may confirm it. `locked`:
 * cannot be verified until the vault is open. `invalid`: its seal does not match, or its key ended with an earlier run.
 */
export const ConsentState = z.enum(['held', 'earlier', 'locked', 'invalid']);
export type ConsentState = z.infer<typeof ConsentState>;
