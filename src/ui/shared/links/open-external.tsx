import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import { vetUrl } from '#markdown/vet-url.ts';
import { errorMessage } from '#core/thrown.ts';
import css from './open-external.module.css';

type OpenExternal = (url: string) => void;

const OpenExternalContext = createContext<OpenExternal | null>(null);

/** Asks the user, showing the full address, and opens it outside Baton. Refuses what vetUrl refuses. */
export function useOpenExternal(): OpenExternal {
  const open = use(OpenExternalContext);
  if (!open) throw new Error('OpenExternalProvider is missing');
  return open;
}

function openInBrowser(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.click();
}

export function OpenExternalProvider({ children }: { children: ReactNode }) {
  const t = useT('common');
  const toast = useToast();
  const copy = useCopy();
  const { host, shellRunsCommand } = useServices();
  const [url, setUrl] = useState<URL | null>(null);
  const [open, setOpen] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);

  const go = useCallback(
    async (to: URL) => {
      setOpen(false);
      try {
        const { opened } = await host.openExternal({ url: to.href });
        if (!opened && !shellRunsCommand) openInBrowser(to.href);
      } catch (error) {
        toast({
          tone: 'danger',
          title: t('link.notOpened'),
          description: errorMessage(error),
        });
      }
    },
    [host, shellRunsCommand, t, toast],
  );

  const ask = useCallback(
    (text: string) => {
      const vetted = vetUrl(text);
      if (!vetted) {
        toast({
          tone: 'warning',
          title: t('link.blocked'),
          description: t('link.blockedBody', { url: text.slice(0, 200) }),
        });
        return;
      }
      setUrl(vetted);
      if (shellRunsCommand) void go(vetted);
      else setOpen(true);
    },
    [t, toast, shellRunsCommand, go],
  );

  return (
    <OpenExternalContext value={ask}>
      {children}
      <Modal
        open={open}
        onOpenChange={setOpen}
        title={t('link.title')}
        description={t('link.body')}
        initialFocus={cancel}
        footer={
          <>
            <Button variant="quiet" onClick={() => url && copy(url.href)}>
              {t('link.copy')}
            </Button>
            <Button ref={cancel} onClick={() => setOpen(false)}>
              {t('cancel')}
            </Button>
            <Button variant="primary" onClick={() => url && void go(url)}>
              {t('link.open')}
            </Button>
          </>
        }
      >
        {url && (
          <div className={css['address']}>
            {url.host !== '' && <p className={css['host']}>{t('link.host', { host: url.host })}</p>}
            <p className={css['full']}>{url.href}</p>
          </div>
        )}
      </Modal>
    </OpenExternalContext>
  );
}
