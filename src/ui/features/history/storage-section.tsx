import { useEffect, useState } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import text from '#ui/kit/controls/text.module.css';
import { useSessions } from '#ui/data/use-sessions.ts';
import { formatBytes } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { readStorageEstimate, type StorageFacts } from '#ui/data/read-storage-estimate.ts';
import { Section } from '#ui/kit/controls/section.tsx';

/**
 * Shows whether the browser keeps the history permanently and how much space there is, and can ask the browser again.
 */
export function StorageSection() {
  const t = useT('settings');
  const language = useLanguage();
  const sessions = useSessions('');
  const [storage, setStorage] = useState<StorageFacts | null>(null);
  const [denied, setDenied] = useState(false);

  useEffect(() => {
    let cancelled = false;
    readStorageEstimate().then(
      (facts) => !cancelled && setStorage(facts),
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, []);

  const persist = async () => {
    setDenied(!(await navigator.storage.persist()));
    setStorage(await readStorageEstimate());
  };

  const bytes = (value: number) => formatBytes(value, language);
  const usage =
    storage && storage.used !== null
      ? storage.quota === null
        ? t('storage.usageOnly', { used: bytes(storage.used) })
        : t('storage.usage', { used: bytes(storage.used), free: bytes(Math.max(0, storage.quota - storage.used)) })
      : t('storage.unknown');

  return (
    <Section title={t('storage.title')}>
      <ul className={text['points']}>
        <li>{t('storage.conversations', { count: sessions?.length ?? 0 })}</li>
        <li>{usage}</li>
        {storage && <li>{t(storage.persisted ? 'storage.persisted' : 'storage.notPersisted')}</li>}
      </ul>
      {storage && !storage.persisted && (
        <p className={text['action']}>
          <Button small onClick={() => void persist()}>
            {t('storage.persist')}
          </Button>
        </p>
      )}
      <p className={text['dim']} role="status">
        {denied && t('storage.persistDenied')}
      </p>
    </Section>
  );
}
