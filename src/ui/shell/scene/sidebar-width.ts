/** In pixels at the usual text size. A larger text makes the sidebar wider. */
export const SIDEBAR = { min: 208, max: 420, usual: 264 } as const;

export const clampWidth = (width: number) => Math.round(Math.min(SIDEBAR.max, Math.max(SIDEBAR.min, width)));

/** Pixels of the usual text size in one rem. */
export const USUAL_REM = 16;
