/**
 * Where this build asks for newer versions; null for a build that knows no place. The person's own file may name another
 * (`updates.feed`). Nothing is asked before the person has agreed to the address.
 */
export const BUILD_FEED: string | null = null;
