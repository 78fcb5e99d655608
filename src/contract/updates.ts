import { z } from 'zod';
import { isVersion } from '#core/compare-versions.ts';

const MAX_ADDRESS_LENGTH = 2048;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

function isAddress(text: string, mayBeLocal: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (mayBeLocal && protocol === 'http:' && LOOPBACK.has(hostname));
}

/** An address that may be asked for newer versions: over https, or on this computer. */
export const FeedAddress = z
  .string()
  .max(MAX_ADDRESS_LENGTH)
  .refine((text) => isAddress(text, true), { message: 'https://…' });

const Version = z.string().refine(isVersion, { message: 'a version such as 1.2.3' });

/** What a feed returns: the newest version. Other fields are ignored. */
export const Release = z.object({
  version: Version,
  date: z.iso.date(),
  /** Plain text. */
  notes: z.string().max(10_000),
  /** Where the user can get it. */
  page: z
    .string()
    .max(MAX_ADDRESS_LENGTH)
    .refine((text) => isAddress(text, false), { message: 'https://…' }),
});
export type Release = z.infer<typeof Release>;

/** GET /api/updates, and the response of everything below it. */
export const UpdateState = z.object({
  /** The feed's address; null if neither this build nor the user's file names one. */
  feed: z.string().nullable(),
  /** The hook is on. */
  on: z.boolean(),
  /** The user agreed to exactly this address. */
  agreed: z.boolean(),
  /** The last request; null before the first. */
  asked: z.object({ at: z.number(), failed: z.boolean() }).nullable(),
  /** The newest version, if it is newer than this one. */
  newer: Release.nullable(),
  /** The user does not want to be notified now. */
  quiet: z.boolean(),
});
export type UpdateState = z.infer<typeof UpdateState>;

/** POST /api/updates/consent: the address as it was shown. */
export const AgreeToFeed = z.strictObject({ feed: FeedAddress });

/** POST /api/updates/quiet: until tomorrow, or for good. */
export const MuteUpdate = z.strictObject({ version: Version, how: z.enum(['later', 'skip']) });
export type MuteUpdate = z.infer<typeof MuteUpdate>;
