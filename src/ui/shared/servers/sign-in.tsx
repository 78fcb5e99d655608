import { useState } from 'react';
import type { McpServer } from '#contract/mcp.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useOpenExternal } from '#ui/shared/links/open-external.tsx';
import { useServerAction } from './use-server-action.ts';

interface SignInProps {
  server: McpServer;
  /** Why it couldn't start; `null` once it has. */
  onProblem: (error: unknown) => void;
}

/** Starts a sign-in at a remote server. The host learns when it ends, and the row updates with it. */
export function SignIn({ server, onProblem }: SignInProps) {
  const t = useT('mcp');
  const { host } = useServices().mcp;
  const { busy, act } = useServerAction();
  const openExternal = useOpenExternal();
  /** Where the user continues if the host couldn't open the address itself. */
  const [url, setUrl] = useState<string | null>(null);
  const [waiting, setWaiting] = useState(false);

  const begin = () =>
    act(async () => {
      const started = await host.signIn(server.id).catch(onProblem);
      if (!started) return;
      onProblem(null);
      setWaiting(true);
      if (started.opened) return;
      setUrl(started.url);
      openExternal(started.url);
    });
  const stop = () =>
    act(async () => {
      await host.cancelSignIn(server.id);
      setWaiting(false);
      setUrl(null);
    });

  if (!waiting) {
    return (
      <Button small busy={busy} onClick={() => void begin()}>
        {t('row.signIn')}
      </Button>
    );
  }
  return (
    <>
      {url !== null && (
        <Button small onClick={() => openExternal(url)}>
          {t('signin.open')}
        </Button>
      )}
      <Button small variant="quiet" onClick={() => void stop()}>
        {t('row.signInCancel')}
      </Button>
    </>
  );
}
