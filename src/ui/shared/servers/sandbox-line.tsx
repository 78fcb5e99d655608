import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useServices } from '#ui/data/services.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';
import text from '#ui/kit/controls/text.module.css';

/** What holds commands back on this system, or that nothing does. */
export function SandboxLine() {
  const t = useT('mcp');
  const say = useReasonOrQuote();
  const { servers } = useServices().mcp;
  useEffect(() => void servers.reload(), [servers]);
  const { kind, reason, on, network } = useStore(servers.store, (state) => state.permissions.sandbox);
  if (kind === 'none')
    return <p className={text['quiet']}>{t('sandbox.none', { reason: reason === null ? '' : say(reason) })}</p>;
  if (!on) return <p className={text['quiet']}>{t('sandbox.off')}</p>;
  return <p className={text['quiet']}>{t(network ? 'sandbox.onNetwork' : 'sandbox.on')}</p>;
}
