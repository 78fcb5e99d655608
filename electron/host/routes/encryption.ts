import type { encryptionEndpoints } from '#contract/encryption.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

export function encryptionHandlers({ encryption }: HostServices): Handlers<typeof encryptionEndpoints> {
  return {
    encryption: () => encryption.state(),
    changeEncryption: ({ body }) => encryption.turn(body.on),
    continueEncryption: () => encryption.again(),
    recoveryKey: async () => ({ key: await encryption.recoveryKey() }),
    keepRecoveryKey: () => encryption.keepRecovery(),
    unlockEncryption: ({ body }) => encryption.unlock(body.key),
  };
}
