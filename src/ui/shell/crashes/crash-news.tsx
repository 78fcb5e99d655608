import { useHostInfo } from '#ui/data/use-host-info.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';

const CrashBanner = lazyPart(async () => (await import('./crash-banner.tsx')).CrashBanner);

/** Says that the window or the app crashed. A browser says so itself, and the page comes back by a reload. */
export function CrashNews() {
  return useHostInfo()?.mount === 'electron' ? <CrashBanner /> : null;
}
