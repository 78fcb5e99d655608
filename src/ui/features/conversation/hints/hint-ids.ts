/** What explains itself the first time it is on the screen. Stored with the settings, so an id never changes. */
export const HINT_IDS = ['approval', 'switch-panel', 'compare', 'knot', 'stitch'] as const;

export type HintId = (typeof HINT_IDS)[number];
