import { useState } from 'react';
import type { NotificationLeave } from '#state/notification-port.ts';
import { useServices } from '#ui/data/services.ts';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useNotify } from '#ui/data/preferences.ts';
import { Setting } from '#ui/kit/controls/section.tsx';

/** Switching it on makes the browser ask for permission. Without permission it stays off. */
export function NotifySetting() {
  const t = useT('runs');
  const { notifications } = useServices().agent;
  const [on, setOn] = useNotify();
  const [leave, setLeave] = useState<NotificationLeave>(() => notifications.leave());
  const change = async (next: boolean) => {
    if (!next) {
      setOn(false);
      return true;
    }
    const answer = await notifications.ask();
    setLeave(answer);
    setOn(answer === 'granted');
    return answer === 'granted';
  };
  const lacks = leave === 'denied' || leave === 'unsupported' ? leave : null;
  return (
    <Setting
      label={t('setting.title')}
      hint={
        <>
          {t('setting.hint')} {lacks !== null && <span role="status">{t(`setting.${lacks}`)}</span>}
        </>
      }
    >
      {(ids) => (
        <Switch checked={on && leave === 'granted'} onChange={change} labelledBy={ids.label} describedBy={ids.hint} />
      )}
    </Setting>
  );
}
