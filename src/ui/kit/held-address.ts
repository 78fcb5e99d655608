/** While anything is in it, the page on the screen stays, whatever becomes of the address. */
export const addressHolds = new Set<symbol>();
