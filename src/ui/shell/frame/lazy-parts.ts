import { lazyModule } from '#ui/kit/lazy-module.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';

/** Parts of the window that the first paint doesn't need. */
export const settingsPage = lazyModule(() => import('#ui/shell/settings/settings-page.tsx'));
export const organizeDialogs = lazyModule(() => import('#ui/shared/organize/organize-dialogs.tsx'));
export const searchPage = lazyModule(() => import('#ui/features/search/search-page.tsx'));

/** What the address of a deleted or unknown conversation shows. */
export const NotFound = lazyPart(async () => (await import('./not-found.tsx')).NotFound);

/** Parts that are loaded once the message box is there. */
export const Banners = lazyPart(async () => (await import('./banners.tsx')).Banners);
export const Drawer = lazyPart(async () => (await import('#ui/shell/sidebar/drawer.tsx')).Drawer);
export const TemporaryView = lazyPart(
  async () => (await import('#ui/features/conversation/temporary/temporary-view.tsx')).TemporaryView,
);
export const TemporaryGuard = lazyPart(
  async () => (await import('#ui/features/conversation/temporary/temporary-guard.tsx')).TemporaryGuard,
);
export const Rail = lazyPart(async () => (await import('#ui/shell/sidebar/rail.tsx')).Rail);
export const Sidebar = lazyPart(async () => (await import('#ui/shell/sidebar/sidebar.tsx')).Sidebar);
