import { lazyPart } from '#ui/kit/lazy-part.ts';

/** What is shown over the page. It is loaded once the message box is there. */
export const Notices = lazyPart(async () => (await import('./notices.tsx')).Notices);
export const Toasts = lazyPart(async () => (await import('#ui/kit/toasts/toasts.tsx')).Toasts);
export const Tooltips = lazyPart(async () => (await import('#ui/kit/tooltips/tooltips.tsx')).Tooltips);
export const QuickView = lazyPart(
  async () => (await import('#ui/features/conversation/quick/quick-view.tsx')).QuickView,
);
