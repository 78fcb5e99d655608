import type { i18n } from 'i18next';
import { ErrorBoundary } from '#ui/shell/frame/error-boundary.tsx';
import { Frame } from '#ui/shell/frame/frame.tsx';
import { Elicitations } from '#ui/features/tools/elicitations.tsx';
import { HookNotices } from '#ui/features/reliability/hook-notices.tsx';
import { Providers } from './providers.tsx';
import { RepairedNotice } from '#ui/features/history/recovery/repaired-notice.tsx';
import { RunNotifications } from '#ui/features/runs/run-notifications.tsx';
import { SyncNotices } from '#ui/features/history/sync/sync-notices.tsx';
import { TransferNotices } from '#ui/features/history/transfer/transfer-notices.tsx';
import { StartupToast } from '#ui/shell/whats-new/startup-toast.tsx';
import { ScriptNotices } from '#ui/features/reliability/scripts/script-notices.tsx';

/** The page. Its services come from data/services.ts. */
export function App({ i18n }: { i18n: i18n }) {
  return (
    <Providers i18n={i18n}>
      <ErrorBoundary resetKey="app">
        <Frame />
        <Elicitations />
        <RunNotifications />
        <HookNotices />
        <RepairedNotice />
        <StartupToast />
        <ScriptNotices />
        <TransferNotices />
        <SyncNotices />
      </ErrorBoundary>
    </Providers>
  );
}
