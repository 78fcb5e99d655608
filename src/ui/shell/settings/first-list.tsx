import { LoaderCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Connection } from '#contract/connection.ts';
import { serviceAt } from '#core/vendors/services.ts';
import button from '#ui/kit/controls/button.module.css';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useModelList } from '#ui/data/use-model-list.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import secrets from '#ui/shared/secrets/secrets.module.css';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';

interface FirstListProps {
  connection: Connection;
  onEdit: () => void;
  onDone: () => void;
}

/** OpenAI's own address ends in one, and compatible servers follow it. */
const lacksVersion = ({ protocol, baseUrl }: Connection) =>
  protocol.startsWith('openai') && !/\/v\d/.test(baseUrl) && !serviceAt(baseUrl);

/** Requests the models of a new endpoint as soon as it exists, and shows them to choose from, or why there are none. */
export function FirstList({ connection, onEdit, onDone }: FirstListProps) {
  const t = useT('settings');
  const common = useT('common');
  const { models, isLoading, error, refresh } = useModelList(connection.id);
  const say = useReasonOrQuote();
  const name = connection.label;
  const done = useRef<HTMLButtonElement>(null);
  // The form that had the focus is gone.
  useEffect(() => done.current?.focus(), []);
  const count = connection.models?.length ?? models.length;
  return (
    <div className={secrets['form']}>
      {isLoading ? (
        <p role="status">
          <LoaderCircle className={button['spinner']} aria-hidden /> {t('endpoint.listing', { name })}
        </p>
      ) : error || count === 0 ? (
        <Notice
          tone={error ? 'danger' : 'info'}
          title={t(error ? 'endpoint.unlisted' : 'endpoint.listedNone', { name })}
          live
        >
          {error && <p>{say(error.message)}</p>}
          {error && lacksVersion(connection) && <p>{t('endpoint.tryVersion')}</p>}
          <p>{t('endpoint.byHand')}</p>
        </Notice>
      ) : (
        <p role="status">{t('endpoint.listed', { name, count })}</p>
      )}
      <div className={secrets['actions']}>
        {!isLoading && error && (
          <>
            <Button onClick={onEdit}>{t('endpoint.edit')}</Button>
            <Button onClick={() => void refresh()}>{common('retry')}</Button>
          </>
        )}
        <Button ref={done} variant="primary" onClick={onDone}>
          {t('endpoint.done')}
        </Button>
      </div>
    </div>
  );
}
