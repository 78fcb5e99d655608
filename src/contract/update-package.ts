import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';
import { Version } from './updates.ts';

const PackageKind = z.enum([
  'appimage',
  'nsis',
  'mac',
  'deb',
  'rpm',
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
  /** Why the last try ended. `mismatch`: what arrived wasn't what the signed feed names. `install`: at the last quit. */
  failure: z.nullable(z.enum(['untrusted', 'stale', 'older', 'mismatch', 'network', 'full', 'install'])),
});
export type PackageState = z.infer<typeof PackageState>;

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
  /** Quits, installs and starts again. */
  restart: { route: 'POST /api/update-package/restart', by: 'gesture' },
} satisfies Endpoints;
