import { z } from 'zod/mini';
import { Connection } from './connection.ts';
import type { Endpoints } from './endpoint.ts';

/**
 * Where keys are stored.
 * - `os`: encrypted by the operating system's keychain (Electron)
 * - `weak-os`: Electron on Linux without a keyring; the user agreed that keys are only obfuscated
 * - `passphrase`: a file encrypted with the user's passphrase (browser mode)
 * - `session`: memory of this run only
 * - `unset`: not chosen yet; no key can be added
 */
export const SecretStoreKind = z.enum(['os', 'weak-os', 'passphrase', 'session', 'unset']);
export type SecretStoreKind = z.infer<typeof SecretStoreKind>;

export const SecretsState = z.object({
  kind: SecretStoreKind,
  /** A passphrase file exists and has not been opened in this run. */
  locked: z.boolean(),
  /** What the user can choose here. */
  choices: z.array(SecretStoreKind),
  /** Linux keyring name, or another word for diagnostics. */
  backend: z.nullable(z.string()),
  /** Set when a stored file could not be read. The file was not erased. */
  problem: z.nullable(z.string()),
});
export type SecretsState = z.infer<typeof SecretsState>;

export const ChooseSecretStore = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('passphrase'), passphrase: z.string().check(z.minLength(8), z.maxLength(1024)) }),
  z.object({ kind: z.literal('session') }),
  z.object({ kind: z.literal('weak-os') }),
]);
export type ChooseSecretStore = z.infer<typeof ChooseSecretStore>;

const PutKey = z.object({ key: z.string().check(z.trim(), z.minLength(1), z.maxLength(4096)) });

export const KeyTest = z.object({
  ok: z.boolean(),
  /** The vendor's own message when it refused. */
  message: z.string(),
  status: z.nullable(z.number()),
});
export type KeyTest = z.infer<typeof KeyTest>;

export const secretEndpoints = {
  secrets: { route: 'GET /api/secrets', answer: SecretsState },
  chooseSecretStore: {
    route: 'POST /api/secrets/choose',
    body: ChooseSecretStore,
    answer: SecretsState,
    by: 'gesture',
  },
  unlockSecrets: {
    route: 'POST /api/secrets/unlock',
    body: z.object({ passphrase: z.string().check(z.minLength(1), z.maxLength(1024)) }),
    answer: SecretsState,
    by: 'window',
  },
  resetSecrets: { route: 'POST /api/secrets/reset', body: z.object({}), answer: SecretsState, by: 'gesture' },
  putKey: { route: 'PUT /api/secrets/keys/:connection', body: PutKey, answer: Connection },
  deleteKey: { route: 'DELETE /api/secrets/keys/:connection', answer: Connection },
  /** Tests the stored key, or `key` before it is stored. */
  testKey: { route: 'POST /api/secrets/keys/:connection/test', body: z.partial(PutKey), answer: KeyTest },
} satisfies Endpoints;
