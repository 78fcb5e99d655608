import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';
import { Version } from './updates.ts';

const MAX_SNAPSHOT_ID = 100;

const PackageKind = z.enum([
  'appimage',
  'nsis',
  'mac',
  'deb',
  'rpm',
  // Of the AUR.
  'pacman',
  'flatpak',
  'portable',
  'archive',
  'source',
  // A browser window, whose Baton is a folder of its user.
  'none',
]);
/** As what Baton was installed. */
export type PackageKind = z.infer<typeof PackageKind>;

export const PackageState = z.object({
  kind: PackageKind,
  /** This package can be replaced by Baton, and this build has keys that sign its feed. */
  installs: z.boolean(),
  /** `ready`: checked, and installed when Baton quits. */
  step: z.enum(['none', 'loading', 'ready']),
  /** What is loading or ready. */
  version: z.nullable(z.string()),
  size: z.number(),
  received: z.number(),
  /**
   * Why the last try ended. `mismatch`: what arrived wasn't what the signed feed names. `install`: at the last quit.
   * `snapshot`: there was none, so nothing was installed; the package is still ready.
   */
  failure: z.nullable(z.enum(['untrusted', 'stale', 'older', 'mismatch', 'network', 'full', 'install', 'snapshot'])),
});
export type PackageState = z.infer<typeof PackageState>;

/**
 * How a window gets on with the snapshot of before an install. `nothing`: there is no history. `skipped`: the user quits
 * without the install.
 */
export const InstallSnapshot = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('begun') }),
  z.strictObject({ step: z.literal('made'), id: z.string().check(z.maxLength(MAX_SNAPSHOT_ID)) }),
  z.strictObject({ step: z.enum(['nothing', 'failed', 'skipped']) }),
]);
export type InstallSnapshot = z.infer<typeof InstallSnapshot>;

/** The package of a newer version. */
export const packageEndpoints = {
  state: { route: 'GET /api/update-package', answer: PackageState },
  /** Begins a download. Rejects with `approval_stale` if the feed names another version by now. */
  download: {
    route: 'POST /api/update-package',
    body: z.strictObject({ version: Version }),
    answer: PackageState,
    by: 'gesture',
  },
  /** Ends a download, or removes what is ready. */
  cancel: { route: 'DELETE /api/update-package', answer: PackageState },
  /** Answers `preparing` of GET /api/updates. */
  snapshot: { route: 'POST /api/update-package/snapshot', body: InstallSnapshot, by: 'window' },
  /** Quits, installs and starts again. */
  restart: { route: 'POST /api/update-package/restart', by: 'gesture' },
} satisfies Endpoints;
