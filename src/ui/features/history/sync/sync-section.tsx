import { useState } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { useSecretsState } from '#ui/data/use-secrets-state.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useUnlock } from '#ui/shared/secrets/unlock.tsx';
import { Section } from '#ui/kit/controls/section.tsx';
import { StepPanel } from '#ui/features/history/steps/step-panel.tsx';
import { useRequestedPlace } from '#ui/features/history/steps/use-requested-place.ts';
import { SetUpDialog } from './set-up-dialog.tsx';
import { useSyncView } from './use-sync-view.ts';
import { SyncDevices } from './sync-devices.tsx';
import { SyncStatusBox } from './sync-status-box.tsx';
import css from './sync.module.css';

/**
 * The user's other devices: a setup button while sync is off, otherwise the sync status. `requested`: the user came to
 * this section.
 */
export function SyncSection({ requested }: { requested: boolean }) {
  const t = useT('sync');
  const { status, devices } = useSyncView();
  const place = useRequestedPlace(requested);
  const off = status.kind === 'off';
  return (
    <div ref={place} className={css['anchor']}>
      <Section title={t('title')} intro={t('intro')}>
        <StepPanel step={off ? 'off' : 'on'} label={t('title')}>
          <div className={css['stack']}>
            {off ? (
              <SyncOff />
            ) : (
              <>
                <SyncStatusBox />
                {devices.length > 0 && <SyncDevices devices={devices} />}
              </>
            )}
          </div>
        </StepPanel>
      </Section>
    </div>
  );
}

function SyncOff() {
  const t = useT('sync');
  const unlock = useUnlock();
  const { secrets } = useSecretsState();
  const [open, setOpen] = useState(false);
  if (secrets?.locked) {
    return (
      <div className={css['line']}>
        <p className={css['quiet']}>{t('locked')}</p>
        <Button onClick={unlock}>{t('unlock')}</Button>
      </div>
    );
  }
  return (
    <div>
      <Button disabled={!secrets} onClick={() => setOpen(true)}>
        {t('setUp')}
      </Button>
      {secrets && <SetUpDialog secrets={secrets} open={open} onOpenChange={setOpen} />}
    </div>
  );
}
