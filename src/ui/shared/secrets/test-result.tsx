import type { Connection } from '#contract/connection.ts';
import type { KeyTest } from '#contract/secrets.ts';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './secrets.module.css';
import { useReason } from '#ui/shared/errors/use-reason.ts';

/** The vendor's reply to the key, in its own words, or why it couldn't be asked. */
export function TestResult({ connection, result }: { connection: Connection; result: KeyTest }) {
  const t = useT('settings');
  const reason = useReason()(result.message);
  const vendor = connection.label;
  if (result.ok) {
    return (
      <Notice tone="success" live>
        {t(connection.needsKey ? 'key.works' : 'key.reachable', { vendor })}
      </Notice>
    );
  }
  const refused = result.status === 401 || result.status === 403;
  const title = t(result.status === null ? 'key.unreachable' : refused ? 'key.refused' : 'key.failed', { vendor });
  return (
    <Notice tone="danger" title={title} live>
      {reason !== null && <p>{reason}</p>}
      {reason === null && result.message && <blockquote className={css['quote']}>{result.message}</blockquote>}
      {result.status !== null && <p className={css['quiet']}>{t('key.status', { status: result.status })}</p>}
    </Notice>
  );
}
