import { createContext, use, useCallback, useState, type ReactNode } from 'react';
import { useServices } from '#ui/data/services.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { vetUrl } from '#markdown/vet-url.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';

const AskToOpen = lazyPart(async () => (await import('./ask-to-open.tsx')).AskToOpen);

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
  const messageOf = useErrorMessage();
  const { host, shellRunsCommand } = useServices();
  const [url, setUrl] = useState<URL | null>(null);
  const [open, setOpen] = useState(false);

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
          description: messageOf(error),
        });
      }
    },
    [host, shellRunsCommand, t, toast, messageOf],
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
      {url && <AskToOpen url={url} open={open} onOpenChange={setOpen} onOpen={(to) => void go(to)} />}
    </OpenExternalContext>
  );
}
