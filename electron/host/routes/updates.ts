import type { packageEndpoints } from '#contract/update-package.ts';
import type { updateEndpoints, UpdateState } from '#contract/updates.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

/** Newer versions. A window says when to check; the host decides whether a request is sent. */
export function updateHandlers({ updates, updatePackage }: HostServices): Handlers<typeof updateEndpoints> {
  const withInstall = async (asking: Promise<UpdateState>) => ({ ...(await asking), ...updatePackage.preparing() });
  return {
    state: () => withInstall(updates.state()),
    check: () => withInstall(updates.check()),
    agree: ({ body, given }) => updates.agree(body.feed, given),
    async revoke() {
      // What came from this feed isn't installed either. Neither waits for the other: each counts alone.
      const [state] = await Promise.all([updates.revoke(), updatePackage.cancel()]);
      return state;
    },
    async quiet({ body }) {
      if (body.how === 'skip') await updatePackage.cancel(body.version);
      return updates.quiet(body);
    },
  };
}

/** The package of a newer version. */
export function packageHandlers({ updatePackage }: HostServices): Handlers<typeof packageEndpoints> {
  return {
    state: () => updatePackage.state(),
    download: ({ body }) => updatePackage.download(body.version),
    cancel: () => updatePackage.cancel(),
    snapshot: ({ body }) => updatePackage.report(body),
    restart: () => updatePackage.restart(),
  };
}
