import { lazyModule } from '#ui/kit/lazy-module.ts';

/** Parts of the window that the first paint doesn't need. */
export const settingsPage = lazyModule(() => import('#ui/shell/settings/settings-page.tsx'));
export const organizeDialogs = lazyModule(() => import('#ui/shared/organize/organize-dialogs.tsx'));
export const searchPage = lazyModule(() => import('#ui/features/search/search-page.tsx'));
