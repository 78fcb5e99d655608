import { startScreenTexts } from '#texts/start-texts.ts';
import type { ReactNode } from 'react';
import type { TransferFailure } from '#transfer/transfer-error.ts';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import css from './transfer.module.css';

interface FailureNoticeProps {
  title: string;
  failure: TransferFailure;
  /** The file that should have been written. */
  name?: string;
  actions?: ReactNode;
}

/** Why it failed, and what to do. */
export function FailureNotice({ title, failure, name, actions }: FailureNoticeProps) {
  const t = useT('transfer');
  const language = useLanguage();
  const message =
    failure.code === 'storage'
      ? startScreenTexts(language).failures[failure.storage ?? 'unknown']
      : t(`problem.${failure.code}`);
  return (
    <Notice tone="danger" live title={title} actions={actions}>
      <p>{message}</p>
      {failure.left && <p>{t('export.left', { name: name ?? '' })}</p>}
      {failure.detail !== '' && (
        <Disclosure summary={t('problem.detail')} className={css['detail']}>
          <code className={css['code']}>{failure.detail}</code>
        </Disclosure>
      )}
    </Notice>
  );
}
