import { createContext, use } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import { directionOf } from '#core/text-direction.ts';
import type { Language } from '#texts/languages.ts';
import {
  APPEARANCE_KEY,
  DEFAULT_APPEARANCE,
  PAINTED,
  parseAppearance,
  resolveLanguage,
  THEME_COLOR,
  type Appearance,
} from './appearance.ts';
import { followCustomCss } from './custom-css.ts';

export interface AppearanceState extends Appearance {
  /** The look that results from the choices on this system now. */
  resolvedTheme: 'light' | 'dark';
  resolvedLanguage: Language;
  change(patch: Partial<Appearance>): void;
}

/** Applies the choice to <html>; tokens.css and base.css do the rest. */
function paint(root: HTMLElement, state: AppearanceState): void {
  root.dataset['theme'] = state.resolvedTheme;
  for (const key of PAINTED) root.dataset[key] = state[key];
  root.lang = state.resolvedLanguage;
  root.dir = directionOf(state.resolvedLanguage);
  const meta = root.ownerDocument.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (meta) meta.content = THEME_COLOR[state.resolvedTheme];
}

/** Without what results from it. */
const choiceOf = (state: AppearanceState): Appearance => {
  const keys = Object.keys(DEFAULT_APPEARANCE) as (keyof Appearance)[];
  return Object.fromEntries(keys.map((key) => [key, state[key]])) as unknown as Appearance;
};

function resolve(choice: Appearance, window: Window) {
  const dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const system = dark ? ('dark' as const) : ('light' as const);
  return {
    ...choice,
    resolvedTheme: choice.theme === 'system' ? system : choice.theme,
    resolvedLanguage: resolveLanguage(choice.language, window.navigator.languages),
  };
}

/** The choice on this device. If storage can't be written (full, blocked), the choice just isn't saved. */
export function createAppearance(window: Window): StoreApi<AppearanceState> {
  return createStore<AppearanceState>()((set, get) => ({
    ...resolve(parseAppearance(window.localStorage.getItem(APPEARANCE_KEY)), window),
    change(patch) {
      const next = { ...choiceOf(get()), ...patch };
      set(resolve(next, window));
      try {
        window.localStorage.setItem(APPEARANCE_KEY, JSON.stringify(next));
      } catch {
        // The choice applies to this window.
      }
    },
  }));
}

/**
 * Applies the theme to <html> now and on every change of the choice, of the system or in another window, until the
 * signal aborts.
 */
export function followAppearance(store: StoreApi<AppearanceState>, window: Window, signal: AbortSignal): void {
  const repaint = () => paint(window.document.documentElement, store.getState());
  const follow = () => store.setState(resolve(choiceOf(store.getState()), window));
  signal.addEventListener('abort', store.subscribe(repaint));
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', follow, { signal });
  window.addEventListener('languagechange', follow, { signal });
  window.addEventListener(
    'storage',
    (event) => {
      if (event.key === APPEARANCE_KEY) store.setState(resolve(parseAppearance(event.newValue), window));
    },
    { signal },
  );
  repaint();
  followCustomCss(store, window, signal);
}

export const AppearanceContext = createContext<StoreApi<AppearanceState> | null>(null);

export function useAppearance<T>(select: (state: AppearanceState) => T): T {
  const store = use(AppearanceContext);
  if (!store) throw new Error('AppearanceContext is missing');
  return useStore(store, select);
}
