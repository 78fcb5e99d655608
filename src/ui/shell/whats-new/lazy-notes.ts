import { lazyModule } from '#ui/kit/lazy-module.ts';

/** The notes are long and seldom read. */
export const notes = lazyModule(() => import('./notes.tsx'));
