import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';

/** A snapshot of the other side whose contents are all here. */
const Brought = z.object({
  snapshot: z.string(),
  /** Milliseconds since 1970, UTC. */
  at: z.number(),
});

export const CrossingState = z.object({
  /** Newest first. */
  brought: z.array(Brought),
  /**
   * `shared`: both sides use one store. `here`: this side can copy keys between the keychain and the file under a
   * passphrase. `there`: only the desktop app can. `unkept`: the desktop app has no keychain and keeps keys for this run.
   */
  keys: z.enum(['shared', 'here', 'there', 'unkept']),
  /** There are keys under a passphrase, as browser mode keeps them. */
  passphraseFile: z.boolean(),
});
export type CrossingState = z.infer<typeof CrossingState>;

/** `kept`: another key of the same use was there already and stays. */
export const KeysCopied = z.object({ copied: z.int(), kept: z.int() });
export type KeysCopied = z.infer<typeof KeysCopied>;

/** The passphrase of the file; a new file has the limits of any passphrase file (contract/secrets.ts). */
const Passphrase = z.strictObject({ passphrase: z.string().check(z.minLength(8), z.maxLength(1024)) });

/**
 * Browser mode and the desktop app have a history and a store of keys each, and share the rest of the home. The history
 * crosses as a snapshot; keys never leave the host.
 */
export const crossingEndpoints = {
  crossing: { route: 'GET /api/crossing', answer: CrossingState },
  /** Everything in this snapshot was found in the history of the calling page. */
  markBrought: {
    route: 'POST /api/crossing/brought',
    body: z.strictObject({ snapshot: z.string().check(z.maxLength(100)) }),
    answer: CrossingState,
  },
  /** From the file under a passphrase into the keychain. */
  bringKeys: { route: 'POST /api/crossing/keys/bring', body: Passphrase, answer: KeysCopied, by: 'gesture' },
  /** From the keychain into the file under a passphrase, which is created where there is none. */
  leaveKeys: { route: 'POST /api/crossing/keys/leave', body: Passphrase, answer: KeysCopied, by: 'gesture' },
} satisfies Endpoints;
