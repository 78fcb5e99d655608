/**
 * Where this build checks for newer versions. `null` for a build without a feed. The user's own file may name another
 * (`updates.feed`). Nothing is requested before the user has agreed to the address.
 */
export const BUILD_FEED: string | null = null;

/**
 * Keys that sign the feed of this build: Ed25519, 32 bytes in base64, one in use and one in reserve. A feed with keys counts
 * only if one of them signed exactly its bytes. `node test/packaging/sign-feed.ts --new` makes one.
 */
export const FEED_KEYS: readonly string[] = [];
