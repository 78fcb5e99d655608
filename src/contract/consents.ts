import { z } from 'zod';

/**
 * `server`: an MCP server may be started. `trust`: what it says about the risk of its tools is believed. `rule`: calls of
 * a tool run unasked. `script`: a script of the user's runs. `folder`: tools may work in it. `feed`: an address is asked
 * for newer versions. `env`: programs get to see a variable.
 */
export const CONSENT_KINDS = ['server', 'trust', 'rule', 'script', 'folder', 'feed', 'env'] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];

/** Where a consent was given: in which window of which run of Baton, and in which conversation if in one. */
export const ConsentGiven = z.object({
  mount: z.enum(['electron', 'browser', 'test']),
  window: z.int(),
  session: z.string().nullable(),
});
export type ConsentGiven = z.infer<typeof ConsentGiven>;

/**
 * Only `held` counts. `earlier`: by a version that did not seal consents; the user may confirm it. `locked`: cannot be
 * proved before the vault is open. `invalid`: its seal does not fit, or its key has ended with an earlier run.
 */
export const ConsentState = z.enum(['held', 'earlier', 'locked', 'invalid']);
export type ConsentState = z.infer<typeof ConsentState>;

/** How long a consent that is given now holds: for good, until the vault is opened, or until Baton ends. */
export const ConsentsLast = z.enum(['kept', 'locked', 'run']);
export type ConsentsLast = z.infer<typeof ConsentsLast>;

export const ShownConsent = z.object({
  id: z.string(),
  kind: z.enum(CONSENT_KINDS),
  /** What it is about, with every control character spelled out. */
  words: z.array(z.string()),
  /** The conversation that it holds in, where it is one. */
  session: z.string().nullable(),
  at: z.number(),
  given: ConsentGiven.nullable(),
  state: ConsentState,
});
export type ShownConsent = z.infer<typeof ShownConsent>;

/** Everything that was consented to and does not count as it stands, and how long consents last here. */
export const ConsentList = z.object({ lasts: ConsentsLast, open: z.array(ShownConsent) });
export type ConsentList = z.infer<typeof ConsentList>;

export const ConsentIds = z.object({ ids: z.array(z.string()).max(20_000) });

const EnvName = z.string().regex(/^[^=\0\s]{1,256}$/);
/** Variables that commands, scripts and servers get to see beside the usual ones. */
export const EnvNames = z.object({
  allowed: z.array(z.object({ name: z.string(), at: z.number() })),
  /** Named in the user's own file, and not confirmed here. */
  wanted: z.array(z.string()),
});
export type EnvNames = z.infer<typeof EnvNames>;
export const AllowEnv = z.object({ name: EnvName });
