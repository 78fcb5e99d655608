/** When this page was opened, by the clock that stored times are read from. */
export const PAGE_OPENED = Date.now() - performance.now();
