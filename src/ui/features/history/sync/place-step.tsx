import type { ReactNode, RefObject } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { Choices } from '#ui/kit/controls/choices.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { RemoteKind } from './read-remote-input.ts';
import { RemoteFields } from './remote-fields.tsx';
import type { SetUp } from './use-set-up.ts';
import css from './sync.module.css';

interface PlaceStepProps {
  form: RefObject<HTMLFormElement | null>;
  setUp: SetUp;
  /** Keys are kept for this run only. */
  brief: boolean;
  failure: ReactNode;
  onCancel: () => void;
}

/** Where the history goes: the kind of the remote and its fields. */
export function PlaceStep({ form, setUp, brief, failure, onCancel }: PlaceStepProps) {
  const t = useT('sync');
  const common = useT('common');
  const { step, kind, busy } = setUp;
  return (
    <form
      ref={form}
      className={css['form']}
      hidden={step !== 'place'}
      onSubmit={(event) => {
        event.preventDefault();
        setUp.submitPlace();
      }}
      noValidate
    >
      {brief && <Notice tone="warning">{t('setup.session')}</Notice>}
      <Choices<RemoteKind>
        label={t('setup.kind')}
        value={kind}
        onChange={setUp.chooseKind}
        options={[
          { value: 'folder', label: t('setup.folder'), body: t('setup.folderBody') },
          { value: 'webdav', label: t('setup.webdav'), body: t('setup.webdavBody') },
          { value: 's3', label: t('setup.s3'), body: t('setup.s3Body') },
        ]}
      />
      <RemoteFields key={kind} kind={kind} problems={setUp.problems} />
      {failure}
      <div className={css['actions']}>
        <Button onClick={onCancel}>{common('cancel')}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t('setup.next')}
        </Button>
      </div>
    </form>
  );
}
