import { useEffect, useRef, useState } from 'react';
import { isHookEnabled } from '#core/reliability/configuration.ts';
import { greetingFor } from '#core/reliability/startup-greeting.ts';
import { useServices } from '#ui/data/services.ts';
import { useHostInfo } from '#ui/data/use-host-info.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useSeenVersion } from '#ui/data/preferences.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { WhatsNew } from './whats-new.tsx';

/** Long enough to be noticed by a user who has just started something else. */
const SHOWN_MS = 15_000;

/** Shows once that this is a newer version, with a link to the changes. */
export function StartupToast() {
  const t = useT('settings');
  const toast = useToast();
  const { db, problems } = useServices();
  const { configurations } = useServices().reliability;
  const version = useHostInfo()?.version ?? '';
  const [before, setSeen] = useSeenVersion();
  const [open, setOpen] = useState(false);
  /** The count at startup: the first conversation may exist before the host has reported its version. */
  const [stored] = useState(() => db.sessions.count());
  const announced = useRef('');
  useEffect(() => {
    if (version === '' || version === before || announced.current === version) return;
    announced.current = version;
    const greet = async (): Promise<void> => {
      const on = isHookEnabled(await configurations.now(null), 'startup-toast');
      const fresh = before === '' && (await stored) === 0;
      const greeting = greetingFor({ version, before, fresh, on });
      if (greeting === 'none') return;
      setSeen(version);
      if (greeting === 'remember') return;
      toast({
        id: 'version',
        title: t('news.toast', { version }),
        action: { label: t('news.open'), run: () => setOpen(true) },
        timeout: SHOWN_MS,
      });
    };
    greet().catch((error: unknown) => problems.add(error));
  }, [stored, configurations, version, before, setSeen, toast, t, problems]);
  return <WhatsNew open={open} onClose={() => setOpen(false)} />;
}
