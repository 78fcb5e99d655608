import { z } from 'zod/mini';
import { isVersion } from '#core/compare-versions.ts';
import type { Endpoints } from './endpoint.ts';
import { FeedAddress, isAddress, MAX_ADDRESS_LENGTH } from './feed-address.ts';

const MAX_PACKAGE_BYTES = 1024 ** 3;

export const Version = z.string().check(z.refine(isVersion, { message: 'a version such as 1.2.3' }));

/** Packages that Baton installs itself, as a feed names them. */
const PackageTarget = z.enum(['appimage-x64', 'nsis-x64', 'nsis-arm64', 'mac-x64', 'mac-arm64']);
export type PackageTarget = z.infer<typeof PackageTarget>;

const ReleaseFile = z.object({
  target: PackageTarget,
  url: z.string().check(
    z.maxLength(MAX_ADDRESS_LENGTH),
    z.refine((text) => isAddress(text, true), { message: 'https://…' }),
  ),
  size: z.int().check(z.minimum(1), z.maximum(MAX_PACKAGE_BYTES)),
  /** In hex. */
  sha512: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
});
export type ReleaseFile = z.infer<typeof ReleaseFile>;

/** What a feed returns: the newest version. Other fields are ignored. */
export const Release = z.object({
  version: Version,
  date: z.iso.date(),
  /** Plain text. */
  notes: z.string().check(z.maxLength(10_000)),
  /** Where the user can get it. */
  page: z.string().check(
    z.maxLength(MAX_ADDRESS_LENGTH),
    z.refine((text) => isAddress(text, false), { message: 'https://…' }),
  ),
  /** The last day on which a signed feed holds. */
  until: z.exactOptional(z.iso.date()),
  /** Percentage of computers that it is offered to without being asked for. Absent: all. */
  share: z.exactOptional(z.number().check(z.minimum(0), z.maximum(100))),
  /** Counts in a signed feed only. */
  files: z.exactOptional(z.array(ReleaseFile).check(z.maxLength(20))),
});
export type Release = z.infer<typeof Release>;

export const UpdateState = z.object({
  /** The feed's address; null if neither this build nor the user's file names one. */
  feed: z.nullable(z.string()),
  /** The hook is on. */
  on: z.boolean(),
  /** The user agreed to exactly this address. */
  agreed: z.boolean(),
  /** The last request; null before the first. */
  asked: z.nullable(
    z.object({
      at: z.number(),
      failed: z.boolean(),
      /** Why a signed feed was ignored; absent where there was no answer, or none that could be read. */
      why: z.exactOptional(z.enum(['untrusted', 'stale', 'older'])),
    }),
  ),
  /** The newest version, if it is newer than this one. */
  newer: z.nullable(Release),
  /** The user does not want to be notified now. */
  quiet: z.boolean(),
  /** It is offered to a part of all computers first, and this one comes later. The user can still get it. */
  waiting: z.exactOptional(z.boolean()),
  /** Baton quits to install this version, and waits for a snapshot of the history. */
  preparing: z.exactOptional(z.object({ version: Version, restart: z.boolean() })),
});
export type UpdateState = z.infer<typeof UpdateState>;

/** The address as it was shown. */
const AgreeToFeed = z.strictObject({ feed: FeedAddress });

/** Until tomorrow, or for good. */
export const MuteUpdate = z.strictObject({ version: Version, how: z.enum(['later', 'skip']) });
export type MuteUpdate = z.infer<typeof MuteUpdate>;

export const updateEndpoints = {
  state: { route: 'GET /api/updates', answer: UpdateState },
  /** Suggests a check. The host decides whether to ask the feed. */
  check: { route: 'POST /api/updates/check', answer: UpdateState },
  /** Rejects with `approval_stale` if the feed's address has changed since. */
  agree: { route: 'POST /api/updates/consent', body: AgreeToFeed, answer: UpdateState, by: 'gesture' },
  revoke: { route: 'DELETE /api/updates/consent', answer: UpdateState },
  quiet: { route: 'POST /api/updates/quiet', body: MuteUpdate, answer: UpdateState },
} satisfies Endpoints;
