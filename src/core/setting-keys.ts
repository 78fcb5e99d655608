/** The setting that lets models name conversations. */
export const TITLES_KEY = 'chat.titles';

/** Ids of the hints that were read or dismissed. */
export const SEEN_HINTS_KEY = 'hints.seen';
