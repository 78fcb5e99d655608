import { useEffect, useRef } from 'react';
import { desktopEndpoints } from '#contract/desktop.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useServices } from '#ui/data/services.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { openArchive } from './open-archive.ts';

const OPENED = /^opened:([\w-]{1,64}):(.+)$/s;

/** The archive in the address that the desktop app was asked to open; `null` for other addresses. */
export function openedIn(focus: string | null): { id: string; name: string } | null {
  const [, id, name] = OPENED.exec(focus ?? '') ?? [];
  return id !== undefined && name !== undefined ? { id, name } : null;
}

/** Reads an archive that the system opened, and shows what is in it. Only the user restores it. */
export function useOpenedArchive(focus: string | null): void {
  const t = useT('transfer');
  const toast = useToast();
  const { intake } = useServices().transfers;
  const host = useHostGroup(desktopEndpoints);
  const taken = useRef<string | null>(null);
  useEffect(() => {
    const opened = openedIn(focus);
    if (!opened || taken.current === opened.id) return;
    taken.current = opened.id;
    // The address is left at once, so that it is neither read again nor gone back to.
    navigate({ name: 'settings', page: 'history', focus: 'import' }, { replace: true });
    const read = async () => {
      try {
        const file = new File([await host.opened(opened.id)], opened.name, { type: 'application/zip' });
        if (!openArchive(intake, file)) toast({ tone: 'warning', title: t('intake.busy') });
      } catch {
        toast({ tone: 'danger', title: t('intake.gone') });
      }
    };
    void read();
  }, [focus, host, intake, toast, t]);
}
