import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { TextArea } from '#ui/kit/controls/text-area.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { hasOrganization, type ConnectionDraft, type DraftProblems } from './connection-draft.ts';
import css from './endpoint-form.module.css';

interface EndpointDetailsProps {
  draft: ConnectionDraft;
  problems: DraftProblems;
  onChange: (fields: Partial<ConnectionDraft>) => void;
}

/** What only some connections need: deployments of Azure, organization and project, headers. */
export function EndpointDetails({ draft, problems, onChange }: EndpointDetailsProps) {
  const t = useT('settings');
  const plain = { mono: true, spellCheck: false, autoComplete: 'off' } as const;
  return (
    <>
      {draft.kind === 'azure' && (
        <>
          <Field
            {...plain}
            name="deployments"
            label={t('endpoint.deployments')}
            hint={t('endpoint.deploymentsHint')}
            value={draft.deployments}
            onChange={(event) => onChange({ deployments: event.target.value })}
            error={problems.deployments ? t('endpoint.error.empty') : null}
          />
          {draft.protocol !== 'anthropic' && (
            <Field
              {...plain}
              label={t('endpoint.apiVersion')}
              hint={t('endpoint.apiVersionHint')}
              value={draft.apiVersion}
              maxLength={40}
              onChange={(event) => onChange({ apiVersion: event.target.value })}
            />
          )}
        </>
      )}
      <Disclosure summary={t('endpoint.more')} open={problems.headers !== undefined}>
        <div className={css['details']}>
          {hasOrganization(draft) && (
            <>
              <Field
                {...plain}
                label={t('endpoint.organization')}
                value={draft.organization}
                maxLength={200}
                onChange={(event) => onChange({ organization: event.target.value })}
              />
              <Field
                {...plain}
                label={t('endpoint.project')}
                value={draft.project}
                maxLength={200}
                onChange={(event) => onChange({ project: event.target.value })}
              />
            </>
          )}
          <TextArea
            mono
            name="headers"
            rows={3}
            label={t('endpoint.headers')}
            placeholder="X-Team: research"
            hint={t('endpoint.headersHint')}
            value={draft.headers}
            onChange={(event) => onChange({ headers: event.target.value })}
            error={problems.headers === undefined ? null : t('endpoint.error.header', { line: problems.headers })}
          />
        </div>
      </Disclosure>
    </>
  );
}
