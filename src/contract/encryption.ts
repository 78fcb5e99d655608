import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';

const Count = z.int().check(z.nonnegative());

/** Whether the host encrypts its journals, snapshots and logs on the disk. */
export const EncryptionState = z.object({
  /** What is written from now on is encrypted. */
  on: z.boolean(),
  /**
   * Why no key can be kept here; `null` where the system's keychain can. `browser`: browser mode has none.
   * `portable`: that of this computer would stay behind. `weak`: the
   * one that is there hides keys without encrypting them. `none`: there is none, or it doesn't answer.
   */
  unavailable: z.nullable(z.enum(['browser', 'portable', 'weak', 'none'])),
  /** The file of the keys can't be read. It is kept. */
  damaged: z.boolean(),
  /** False when what is new would have to be encrypted and no key is open. Nothing is written then. */
  canWrite: z.boolean(),
  /** Whether the user has kept the recovery key of what is written now; `null` without one. */
  recovery: z.nullable(z.enum(['kept', 'open'])),
  /** Bytes of files that are on their way to the chosen form; `null` when none is. */
  progress: z.nullable(z.object({ done: Count, total: Count })),
  /** Files that could not be written anew. They stay as they are. */
  failed: Count,
  /** The disk was too full to write one anew. */
  full: z.boolean(),
  /** Files under keys that aren't open. They are kept. */
  locked: z.object({ journals: Count, snapshots: Count, logs: Count }),
});
export type EncryptionState = z.infer<typeof EncryptionState>;

const RecoveryKey = z.object({ key: z.string().check(z.maxLength(200)) });

export const encryptionEndpoints = {
  encryption: { route: 'GET /api/encryption', answer: EncryptionState },
  changeEncryption: {
    route: 'PATCH /api/encryption',
    body: z.strictObject({ on: z.boolean() }),
    answer: EncryptionState,
    by: 'gesture',
  },
  /** Tries again to write files anew. */
  continueEncryption: { route: 'POST /api/encryption/files', answer: EncryptionState },
  /** What opens all that is written now, on any computer. The user keeps it. */
  recoveryKey: { route: 'POST /api/encryption/recovery-key', answer: RecoveryKey, by: 'gesture' },
  /** The user says that it is kept. */
  keepRecoveryKey: { route: 'PUT /api/encryption/recovery-key', answer: EncryptionState, by: 'gesture' },
  unlockEncryption: {
    route: 'POST /api/encryption/unlock',
    body: z.strictObject(RecoveryKey.shape),
    answer: EncryptionState,
    by: 'gesture',
  },
} satisfies Endpoints;
