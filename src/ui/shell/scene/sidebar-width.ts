/** In pixels. */
export const SIDEBAR = { min: 208, max: 420, usual: 264 } as const;

export const clampWidth = (width: number) => Math.round(Math.min(SIDEBAR.max, Math.max(SIDEBAR.min, width)));
