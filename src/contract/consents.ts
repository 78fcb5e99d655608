import { z } from 'zod/mini';
import { ConsentGiven, ConsentState } from './consent-given.ts';
import type { Endpoints } from './endpoint.ts';

/**
 * `server`: an MCP server may start. `trust`: the server's statements about the risk of its tools are believed. `rule`:
 * calls of a tool run without asking. `script`: a script of the user runs. `folder`: tools may work in it. `feed`: an
 * address is asked for newer versions. `directory`: a registry is asked for MCP servers. `env`: programs see a variable. `files`: whether the files of a folder are the
 * user's own. `edits`: files of a conversation's folders change without asking. `command`: a command line runs without
 * asking in a folder. `sandbox`: commands run in the sandbox. `network`: they reach the network from there.
 */
export const CONSENT_KINDS = [
  'server',
  'trust',
  'rule',
  'script',
  'folder',
  'feed',
  'directory',
  'env',
  'files',
  'edits',
  'command',
  'sandbox',
  'network',
] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];

/** How long a new consent lasts: permanently, until the vault is opened, or until Baton exits. */
export const ConsentsLast = z.enum(['kept', 'locked', 'run']);
export type ConsentsLast = z.infer<typeof ConsentsLast>;

export const ShownConsent = z.object({
  id: z.string(),
  kind: z.enum(CONSENT_KINDS),
  /** What the consent is about, with every control character escaped. */
  words: z.array(z.string()),
  /** The conversation it applies to; null if it is not limited to one. */
  session: z.nullable(z.string()),
  at: z.number(),
  given: z.nullable(ConsentGiven),
  state: ConsentState,
});
export type ShownConsent = z.infer<typeof ShownConsent>;

/** All consents that don't count in their current state, and how long consents last here. */
export const ConsentList = z.object({ lasts: ConsentsLast, open: z.array(ShownConsent) });
export type ConsentList = z.infer<typeof ConsentList>;

const ConsentIds = z.object({ ids: z.array(z.string()).check(z.maxLength(20_000)) });

const EnvName = z.string().check(z.regex(/^[^=\0\s]{1,256}$/));
/** Variables that commands, scripts and servers see in addition to the default ones. */
export const EnvNames = z.object({
  allowed: z.array(z.object({ name: z.string(), at: z.number() })),
  /** Listed in the user's own file, but not confirmed here. */
  wanted: z.array(z.string()),
});
export type EnvNames = z.infer<typeof EnvNames>;

/** All consents of the user, and the variables that programs see. */
export const consentEndpoints = {
  /** Consents that don't count in their current state, and how long consents last. */
  list: { route: 'GET /api/consents', answer: ConsentList },
  /** The user has reviewed these and confirms them. */
  confirm: { route: 'POST /api/consents/confirm', body: ConsentIds, answer: ConsentList, by: 'gesture' },
  takeBack: { route: 'POST /api/consents/take-back', body: ConsentIds, answer: ConsentList },
  env: { route: 'GET /api/consents/env', answer: EnvNames },
  allowEnv: { route: 'POST /api/consents/env', body: z.object({ name: EnvName }), answer: EnvNames, by: 'gesture' },
  removeEnv: { route: 'DELETE /api/consents/env/:name', answer: EnvNames },
} satisfies Endpoints;
