import type { StoreApi } from 'zustand';
import type { Appearance } from './appearance.ts';

/**
 * Applies the user's CSS until the signal aborts, but never in the settings, where the user must be able to take it back.
 * A constructed sheet is the user's own and allowed by the policy of the page, which still lets it load nothing from
 * elsewhere; it has no `@import`.
 */
export function followCustomCss(store: StoreApi<Appearance>, window: Window, signal: AbortSignal): void {
  const { document } = window;
  let sheet: CSSStyleSheet | null = null;
  let applied = '';
  const apply = () => {
    const { css } = store.getState();
    const wanted = window.location.hash.startsWith('#/settings') ? '' : css;
    if (wanted === applied) return;
    applied = wanted;
    if (!sheet) {
      sheet = new CSSStyleSheet();
      document.adoptedStyleSheets.push(sheet);
    }
    sheet.replaceSync(wanted);
  };
  signal.addEventListener('abort', store.subscribe(apply));
  window.addEventListener('hashchange', apply, { signal });
  apply();
}
