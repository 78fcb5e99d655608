import { Laptop } from 'lucide-react';
import { useState } from 'react';
import type { SyncDevice } from '#state/sync-scheduler.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Tag } from '#ui/kit/controls/tag.tsx';
import { formatAgo } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { SendAgainDialog } from './send-again-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { useClock } from '#ui/kit/time/use-clock.ts';
import css from './sync.module.css';

/** The devices that write to the remote, this one first. */
export function SyncDevices({ devices }: { devices: readonly SyncDevice[] }) {
  const t = useT('sync');
  return (
    <div>
      <h4 className={css['subtitle']}>{t('machines')}</h4>
      <ul className={css['list']} aria-label={t('machines')}>
        {devices.map((device) => (
          <Machine key={device.id} device={device} />
        ))}
      </ul>
    </div>
  );
}

function Machine({ device }: { device: SyncDevice }) {
  const t = useT('sync');
  const language = useLanguage();
  const now = useClock(true, 30_000);
  const [renaming, setRenaming] = useState(false);
  const [again, setAgain] = useState(false);
  const { id, name, at, self, waiting } = device;
  const ago = formatAgo(Math.min(at, now), now, language);
  return (
    <li className={css['row']}>
      <Laptop className={css['mark']} aria-hidden />
      <div className={css['what']}>
        <p className={css['name']}>
          {name || t('unnamed', { id: id.slice(0, 6) })} {self && <Tag>{t('self')}</Tag>}
        </p>
        {(at > 0 || !waiting) && (
          <p className={css['quiet']}>{at === 0 ? t('saidNothing') : t(self ? 'saidSelf' : 'said', { ago })}</p>
        )}
        {waiting && <p className={css['waiting']}>{t(`machine.${waiting}`)}</p>}
      </div>
      {self && (
        <div className={css['buttons']}>
          <Button small variant="quiet" onClick={() => setRenaming(true)}>
            {t('rename')}
          </Button>
          <Button small variant="quiet" onClick={() => setAgain(true)}>
            {t('again')}
          </Button>
          <RenameDialog name={name} open={renaming} onOpenChange={setRenaming} />
          <SendAgainDialog open={again} onOpenChange={setAgain} />
        </div>
      )}
    </li>
  );
}
