import { lazyModule } from '#ui/lazy-module.ts';

/** Parts of the window that the first paint does without. */
export const settingsPage = lazyModule(() => import('#ui/settings/settings-page.tsx'));
export const palette = lazyModule(() => import('#ui/palette/palette.tsx'));
export const orderDialogs = lazyModule(() => import('#ui/order/order-dialogs.tsx'));
export const searchPage = lazyModule(() => import('#ui/search/search-page.tsx'));
