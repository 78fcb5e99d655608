/**
 * Where this build checks for newer versions. `null` for a build without a feed. The user's own file may name another
 * (`updates.feed`). Nothing is requested before the user has agreed to the address.
 */
export const BUILD_FEED: string | null = null;
