/** The setting that lets models name conversations. */
export const TITLES_KEY = 'chat.titles';
