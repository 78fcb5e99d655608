import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ServerContent } from '#tools/read-content.ts';
import { useServices } from '#ui/data/services.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { useServerName } from '#ui/shared/servers/use-server-name.ts';
import type { Attachment } from './use-attachments.ts';
import css from './attachment-chips.module.css';

interface ResourceChangedProps {
  attachment: Attachment;
  from: NonNullable<Attachment['from']>;
  /** The user wants the resource as it is now in place of the attachment. */
  onRefreshed: (contents: readonly ServerContent[]) => void;
}

/** Shows that an attached resource has changed on its server. What is attached stays as it is until the user asks. */
export function ResourceChanged({ attachment: { name }, from: { server, uri }, onRefreshed }: ResourceChangedProps) {
  const t = useT('insert');
  const toast = useToast();
  const messageOf = useErrorMessage();
  const serverName = useServerName();
  const { flows } = useServices().agent;
  const [changed, setChanged] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    // Without it, nothing is reported.
    flows.followResource(server, uri, () => setChanged(true), stop.signal).catch(() => undefined);
    return () => stop.abort();
  }, [flows, server, uri]);

  const refresh = async () => {
    setBusy(true);
    try {
      const contents = await flows.readResource(server, { uri, name }, new AbortController().signal);
      if (contents.length === 0) throw new Error(t('nameless'));
      onRefreshed(contents);
    } catch (error) {
      toast({ tone: 'danger', title: t('problem', { server: serverName(server), problem: messageOf(error) }) });
    } finally {
      setBusy(false);
    }
  };

  const label = t('changed', { name, server: serverName(server) });
  return (
    <span role="status" className={css['changed']}>
      {changed && (
        <>
          <span className="visually-hidden">{label}</span>
          <button
            type="button"
            className={css['button']}
            disabled={busy}
            title={label}
            aria-label={t('refresh')}
            onClick={() => void refresh()}
          >
            <RefreshCw aria-hidden />
          </button>
        </>
      )}
    </span>
  );
}
