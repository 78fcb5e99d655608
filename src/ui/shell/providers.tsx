import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import type { i18n } from 'i18next';
import { useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { addLanguage } from '#ui/kit/i18n/init.ts';
import { TextsProvider } from '#ui/kit/i18n/texts-provider.tsx';
import { OpenExternalProvider } from '#ui/shared/links/open-external.tsx';
import { InspectorProvider } from '#ui/features/conversation/inspector/inspector-provider.tsx';
import { UnlockProvider } from '#ui/shared/secrets/unlock.tsx';
import { AppearanceContext, createAppearance, followAppearance } from '#ui/kit/theme/theme.ts';
import { ExportDialogProvider } from '#ui/features/history/transfer/export-dialog-provider.tsx';
import { Toasts } from '#ui/kit/toasts/toasts.tsx';

/** Providers for every part of the page: appearance, language, tooltips, toasts, external links, unlocking of keys. */
export function Providers({ i18n, children }: { i18n: i18n; children: ReactNode }) {
  const [appearance] = useState(() => createAppearance(window));
  useEffect(() => {
    const life = new AbortController();
    followAppearance(appearance, window, life.signal);
    return () => life.abort();
  }, [appearance]);
  const language = useStore(appearance, (state) => state.resolvedLanguage);
  useEffect(() => {
    const choice = new AbortController();
    // If the texts can't be loaded, the page stays readable in its present language.
    async function follow(): Promise<void> {
      await addLanguage(i18n, language);
      if (!choice.signal.aborted && i18n.language !== language) await i18n.changeLanguage(language);
    }
    follow().catch(reportError);
    return () => choice.abort();
  }, [i18n, language]);
  return (
    <CSPProvider disableStyleElements>
      <AppearanceContext value={appearance}>
        <TextsProvider i18n={i18n}>
          <Tooltip.Provider delay={500}>
            <Toasts>
              <OpenExternalProvider>
                <UnlockProvider>
                  <InspectorProvider>
                    <ExportDialogProvider>{children}</ExportDialogProvider>
                  </InspectorProvider>
                </UnlockProvider>
              </OpenExternalProvider>
            </Toasts>
          </Tooltip.Provider>
        </TextsProvider>
      </AppearanceContext>
    </CSPProvider>
  );
}
