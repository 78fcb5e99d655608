import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { Connection } from '#contract/connection.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { needsNetwork } from './needs-network.ts';
import css from './context-meter.module.css';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/**
 * Says, without a network, that the chosen model can't be reached. Reading and writing go on, and a message that is sent
 * waits.
 */
export function OfflineLine({ connection }: { connection: Connection }) {
  const t = useT('context');
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online || !needsNetwork(connection)) return null;
  return (
    <output className={css['notice']}>
      <WifiOff aria-hidden />
      {t('offline', { name: connection.label })}
    </output>
  );
}
