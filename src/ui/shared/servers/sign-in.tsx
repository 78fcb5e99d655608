import { useRef, useState } from 'react';
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
  /** Counts what was begun and given up. */
  const turn = useRef(0);

  const begin = () =>
    act(async () => {
      const own = ++turn.current;
      setWaiting(true);
      try {
        const started = await host.signIn(server.id);
        if (turn.current !== own) return;
        onProblem(null);
        if (started.opened) return;
        setUrl(started.url);
        openExternal(started.url);
      } catch (error) {
        if (turn.current !== own) return;
        setWaiting(false);
        onProblem(error);
      }
    });
  const stop = () =>
    act(async () => {
      turn.current += 1;
      await host.cancelSignIn(server.id);
      setWaiting(false);
      setUrl(null);
    });

  const start = (
    <Button small busy={busy} onClick={() => void begin()}>
      {t('row.signIn')}
    </Button>
  );
  if (!waiting) return start;
  return (
    <>
      {busy && start}
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
