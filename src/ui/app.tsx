import { ErrorBoundary } from './frame/error-boundary.tsx';
import { Frame } from './frame/frame.tsx';
import { Elicitations } from './mcp/elicitation-dialog.tsx';
import { HookNotices } from './reliability/hook-notices.tsx';
import { Providers } from './providers.tsx';
import { MendedNotice } from './rescue/mended-notice.tsx';
import { RunNotifications } from './runs/run-notifications.tsx';
import { SyncNotices } from './sync/sync-notices.tsx';
import { TransferNotices } from './transfer/transfer-notices.tsx';
import { StartupToast } from './whats-new/startup-toast.tsx';
import { ScriptNotices } from './scripts/script-notices.tsx';

/** The page. Its services and data come from the contexts of app-services.ts and data/page-data.ts. */
export function App() {
  return (
    <Providers>
      <ErrorBoundary resetKey="app">
        <Frame />
        <Elicitations />
        <RunNotifications />
        <HookNotices />
        <MendedNotice />
        <StartupToast />
        <ScriptNotices />
        <TransferNotices />
        <SyncNotices />
      </ErrorBoundary>
    </Providers>
  );
}
