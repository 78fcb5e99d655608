import { Field } from '#ui/kit/controls/field.tsx';
import { SecretField } from '#ui/kit/controls/secret-field.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { RemoteProblems } from './find-remote-problems.ts';
import type { RemoteField, RemoteKind } from './read-remote-input.ts';
import css from './sync.module.css';

interface PlaceFieldsProps {
  kind: RemoteKind;
  problems: RemoteProblems;
}

/** The fields for each kind of remote. */
export function RemoteFields({ kind, problems }: PlaceFieldsProps) {
  const t = useT('sync');
  const of = (name: RemoteField) => {
    const problem = problems[name];
    return { name, error: problem ? t(`setup.${problem}`) : null, autoComplete: 'off', spellCheck: false };
  };
  if (kind === 'folder') {
    const example = navigator.userAgent.includes('Windows') ? String.raw`C:\Users\ada\Sync` : '/home/ada/Sync';
    return <Field {...of('path')} mono label={t('setup.path')} hint={t('setup.pathHint', { example })} />;
  }
  if (kind === 'webdav') {
    return (
      <>
        <Field {...of('url')} mono inputMode="url" label={t('setup.url')} hint={t('setup.webdavUrlHint')} />
        <div className={css['pair']}>
          <Field {...of('user')} label={t('setup.user')} />
          <SecretField {...of('secret')} label={t('setup.password')} hint={t('setup.passwordHint')} />
        </div>
      </>
    );
  }
  return (
    <>
      <Field {...of('url')} mono inputMode="url" label={t('setup.url')} hint={t('setup.s3UrlHint')} />
      <div className={css['pair']}>
        <Field {...of('bucket')} mono label={t('setup.bucket')} />
        <Field {...of('region')} mono label={t('setup.region')} hint={t('setup.regionHint')} />
        <Field {...of('accessKey')} mono label={t('setup.accessKey')} />
        <SecretField {...of('secret')} label={t('setup.secretKey')} />
        <Field {...of('prefix')} mono label={t('setup.prefix')} hint={t('setup.prefixHint')} />
      </div>
    </>
  );
}
