import { useState } from 'react';
import type { Snapshot } from '#contract/snapshot.ts';
import { otherSide, type Side } from '#state/crossing.ts';
import { useSnapshotAction } from '#ui/features/history/snapshots/use-snapshot-action.ts';
import { useSnapshotsState } from '#ui/features/history/snapshots/use-snapshots-state.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { Setting } from '#ui/kit/controls/section.tsx';
import { formatDateTime } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useCrossing } from './use-crossing.ts';

interface LeaveProps {
  here: Side;
  /** The last snapshot that this side left. */
  last: Snapshot | null;
}

/** Makes a copy of everything for the other side, and says how to go on there. */
export function Leave({ here, last }: LeaveProps) {
  const t = useT('crossing');
  const language = useLanguage();
  const crossing = useCrossing();
  const act = useSnapshotAction();
  const { active } = useSnapshotsState();
  const [left, setLeft] = useState<Snapshot | null>(null);
  const to = otherSide(here);
  const leave = async () => setLeft(await crossing.leave(here));
  return (
    <>
      <Setting
        label={t(`leave.${to}`)}
        hint={
          last && left === null
            ? `${t('leave.hint')} ${t('leave.last', { time: formatDateTime(last.at, language) })}`
            : t('leave.hint')
        }
      >
        <Button busy={active !== null} onClick={() => void act(leave(), t('leave.failed'))}>
          {t('leave.button')}
        </Button>
      </Setting>
      {left && (
        <Notice tone="success" live title={t(`left.${to}`)}>
          {t(`left.${to}Body`)}
        </Notice>
      )}
    </>
  );
}
