import { useEffect } from 'react';
import { desktopEndpoints } from '#contract/desktop.ts';
import { HostProblemError } from '#host-client/host-error.ts';
import { getSession } from '#storage/read-sessions.ts';
import { useServices } from '#ui/data/services.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { exportFileName } from '#ui/features/history/transfer/export-file-name.ts';
import { READABLE_OPTIONS } from '#ui/features/history/transfer/export-options.tsx';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { isMac } from '#ui/kit/keyboard/shortcut.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { useWriteAside } from '#ui/shared/files/use-write-aside.ts';
import { followDrags } from './follow-drags.ts';

/** Lets conversations be dragged out of the window as files of Markdown, or several as a zip of them. */
export function DragOut() {
  const t = useT('transfer');
  const language = useLanguage();
  const toast = useToast();
  const messageOf = useErrorMessage();
  const host = useHostGroup(desktopEndpoints);
  const writeAside = useWriteAside();
  const { db, temporary, onUnreadableRow } = useServices();
  useEffect(
    () =>
      followDrags({
        document,
        mac: isMac(navigator.platform),
        // It is nowhere but in this window.
        isKept: (session) => temporary.store.getState().chat?.sessionId !== session,
        async write(sessions, signal) {
          const [only = ''] = sessions;
          const title = sessions.length === 1 ? ((await getSession(db, only, onUnreadableRow))?.title ?? '') : null;
          const name = exportFileName(READABLE_OPTIONS.format, title, new Date());
          return writeAside({ ...READABLE_OPTIONS, sessions, trash: false, language }, name, signal);
        },
        give: async (file) => host.giveFile({ name: file.name, by: 'drag' }, new Uint8Array(await file.arrayBuffer())),
        // A press counts for a moment only, and the file took longer.
        isLate: (error) => error instanceof HostProblemError && error.code === 'gesture_missing',
        onLate: () => toast({ id: 'drag-out', title: t('drag.ready'), description: t('drag.again') }),
        onFailed: (error) =>
          toast({ id: 'drag-out', title: t('drag.failed'), description: messageOf(error), tone: 'danger' }),
      }),
    [t, language, toast, messageOf, host, db, temporary, writeAside, onUnreadableRow],
  );
  return null;
}
