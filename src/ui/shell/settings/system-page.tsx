import { useEffect, useState } from 'react';
import { desktopEndpoints, type DesktopState } from '#contract/desktop.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useSubmission } from '#ui/data/use-submission.ts';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { RetryNotice } from '#ui/kit/controls/retry-notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { CrashSection } from '#ui/shell/crashes/crash-section.tsx';
import { DesktopSection } from './desktop-section.tsx';
import { EncryptionSection } from './encryption-section.tsx';
import { NetworkSection } from './network-section.tsx';
import { PlaceSection } from './place-section.tsx';

/** How Baton sits in the system: what only the desktop app can do, and the way out of this computer. */
export function SystemPage() {
  const t = useT('system');
  const messageOf = useProblemMessage();
  const host = useHostGroup(desktopEndpoints);
  const { error, submit } = useSubmission();
  const [state, setState] = useState<{ desktop: DesktopState | null } | null>(null);
  const load = () => void submit(async () => setState(await host.desktop()));
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  useEffect(load, []);
  return (
    <>
      {error !== null && <RetryNotice onRetry={load}>{messageOf(error)}</RetryNotice>}
      {state?.desktop === null && <Notice tone="info">{t('browser')}</Notice>}
      {state?.desktop && <DesktopSection state={state.desktop} onChange={(desktop) => setState({ desktop })} />}
      <PlaceSection />
      <NetworkSection />
      <EncryptionSection />
      <CrashSection />
    </>
  );
}
