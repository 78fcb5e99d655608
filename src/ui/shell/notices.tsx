import { Elicitations } from '#ui/features/tools/elicitations.tsx';
import { HookNotices } from '#ui/features/reliability/hook-notices.tsx';
import { RepairedNotice } from '#ui/features/history/recovery/repaired-notice.tsx';
import { SendWaiting } from '#ui/features/conversation/waiting/send-waiting.tsx';
import { RunNotifications } from '#ui/features/runs/run-notifications.tsx';
import { CrossingNews } from '#ui/features/history/crossing/crossing-news.tsx';
import { DropArchive } from '#ui/features/history/transfer/drop-archive.tsx';
import { SyncNotices } from '#ui/features/history/sync/sync-notices.tsx';
import { TransferNotices } from '#ui/features/history/transfer/transfer-notices.tsx';
import { BeforeInstall } from '#ui/shell/updates/before-install.tsx';
import { InDesktopApp } from '#ui/shell/desktop/in-desktop-app.tsx';
import { StartupToast } from '#ui/shell/whats-new/startup-toast.tsx';
import { ScriptNotices } from '#ui/features/reliability/scripts/script-notices.tsx';

/** What is shown over the page, whatever it shows: questions of servers, and what happened meanwhile. */
export function Notices() {
  return (
    <>
      <Elicitations />
      <RunNotifications />
      <HookNotices />
      <RepairedNotice />
      <StartupToast />
      <ScriptNotices />
      <TransferNotices />
      <DropArchive />
      <SyncNotices />
      <SendWaiting />
      <BeforeInstall />
      <InDesktopApp />
      <CrossingNews />
    </>
  );
}
