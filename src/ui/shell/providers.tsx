import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { directionOf } from '#core/text-direction.ts';
import type { PageTexts } from '#ui/kit/i18n/page-texts.ts';
import { TextsProvider } from '#ui/kit/i18n/texts-provider.tsx';
import { OpenExternalProvider } from '#ui/shared/links/open-external.tsx';
import { InspectorProvider } from '#ui/features/conversation/inspector/inspector-provider.tsx';
import { UnlockProvider } from '#ui/shared/secrets/unlock.tsx';
import { AppearanceContext, createAppearance, followAppearance } from '#ui/kit/theme/theme.ts';
import { ExportDialogProvider } from '#ui/features/history/transfer/export-dialog-provider.tsx';
import { Toasts, Tooltips } from './lazy-parts.ts';

/** Providers for every part of the page: appearance, language, tooltips, toasts, external links, unlocking of keys. */
export function Providers({ texts, children }: { texts: PageTexts; children: ReactNode }) {
  const [appearance] = useState(() => createAppearance(window));
  useEffect(() => {
    const life = new AbortController();
    followAppearance(appearance, window, life.signal);
    return () => life.abort();
  }, [appearance]);
  const language = useStore(appearance, (state) => state.resolvedLanguage);
  useEffect(() => {
    // If the texts can't be loaded, the page stays readable in its present language.
    texts.show(language).catch(reportError);
  }, [texts, language]);
  return (
    <CSPProvider disableStyleElements>
      <AppearanceContext value={appearance}>
        <TextsProvider texts={texts}>
          <DirectionProvider direction={directionOf(language)}>
            <OpenExternalProvider>
              <UnlockProvider>
                <InspectorProvider>
                  <ExportDialogProvider>{children}</ExportDialogProvider>
                </InspectorProvider>
              </UnlockProvider>
            </OpenExternalProvider>
            <Toasts />
            <Tooltips />
          </DirectionProvider>
        </TextsProvider>
      </AppearanceContext>
    </CSPProvider>
  );
}
