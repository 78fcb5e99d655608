import { Check, Copy, Terminal } from 'lucide-react';
import { useMemo } from 'react';
import type { Connection } from '#contract/connection.ts';
import type { RequestPreview } from '#flows/request/request-inspection.ts';
import { toCurl } from '#flows/request/to-curl.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import { formatBytes } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { JsonView } from './json-view.tsx';
import css from './request-tab.module.css';

interface RequestTabProps {
  request: RequestPreview['request'];
  connection: Connection;
}

/** The request itself, as Baton sends it to the vendor. */
export function RequestTab({ request, connection }: RequestTabProps) {
  const t = useT('report');
  const copy = useCopy();
  const language = useLanguage();
  const bytes = useMemo(() => new TextEncoder().encode(JSON.stringify(request.body)).length, [request]);
  return (
    <div className={css['request']}>
      <div className={css['top']}>
        <p className={css['address']}>
          <span className={css['method']}>{request.method}</span> {request.url}
        </p>
        <div className={css['actions']}>
          <span className={css['size']}>{formatBytes(bytes, language)}</span>
          <Button small icon={<Copy aria-hidden />} onClick={() => void copy(JSON.stringify(request.body, null, 2))}>
            {t('request.copyJson')}
          </Button>
          <Button small icon={<Terminal aria-hidden />} onClick={() => void copy(toCurl(request, connection))}>
            {t('request.copyCurl')}
          </Button>
        </div>
      </div>
      <Disclosure className={css['more']} summary={t('request.headers')}>
        <dl className={css['headers']}>
          {Object.entries(request.headers).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
      {connection.needsKey && (
        <p className={css['key']}>
          <Check aria-hidden />
          {t('request.key')}
        </p>
      )}
      <JsonView value={request.body} label={t('request.body')} />
    </div>
  );
}
