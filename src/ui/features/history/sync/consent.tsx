import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { RemoteKind } from './read-remote-input.ts';
import css from './sync.module.css';

/** The consent: where the history goes, what is sent, and what isn't. */
export function Consent({ address, kind }: { address: string; kind: RemoteKind }) {
  const t = useT('sync');
  return (
    <>
      <div>
        <p>{t('setup.agreeTitle')}</p>
        <code className={css['exact']}>{address}</code>
      </div>
      {/* The secret key of a bucket signs requests and is never sent itself. */}
      {kind === 'webdav' && address.startsWith('http:') && <Notice tone="warning">{t('setup.plain')}</Notice>}
      <dl className={css['facts']}>
        <dt>{t('setup.sends')}</dt>
        <dd>{t('setup.sendsWhat')}</dd>
        <dt>{t('setup.not')}</dt>
        <dd>{t('setup.notWhat')}</dd>
        <dt>{t('setup.sees')}</dt>
        <dd>{t('setup.seesWhat')}</dd>
      </dl>
    </>
  );
}
