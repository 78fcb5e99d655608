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
    revoke: () => updates.revoke(),
    quiet: ({ body }) => updates.quiet(body),
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
