import { join } from 'node:path';
import type { placeEndpoints } from '#contract/place.ts';
import { KEYCHAIN_FILE } from '../base/data-place.ts';
import { readText } from '../base/private-file.ts';
import { HostError } from '../base/problem.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

export function placeHandlers({ deps }: HostServices): Handlers<typeof placeEndpoints> {
  const { home, portable, openHome } = deps;
  return {
    place: async () => ({
      home,
      portable,
      sealedKeys: portable && (await readText(join(home, KEYCHAIN_FILE))) !== null,
      opens: openHome !== null,
    }),
    async openPlace() {
      if (!openHome) throw new HostError('not_found');
      await openHome();
    },
  };
}
