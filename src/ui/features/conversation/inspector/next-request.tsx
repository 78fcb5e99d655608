import { useMemo } from 'react';
import { useDraftOutgoing } from '#ui/features/conversation/message-options/use-draft-outgoing.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { useDraft } from '#ui/data/use-draft.ts';
import { usePreview } from '#ui/data/use-inspection.ts';
import { useOverlays } from '#ui/data/use-learned-model.ts';
import { useSession } from '#ui/data/use-session.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';
import { InspectorTabs } from './inspector-tabs.tsx';
import { ModelLine } from './model-line.tsx';
import { countSent, ReportTab } from './report-tab.tsx';
import { RequestTab } from './request-tab.tsx';
import { TokensTab } from './tokens-tab.tsx';
import css from './inspector.module.css';

/** The request of the next message, with the current draft. */
export function NextRequest({ sessionId }: { sessionId: string }) {
  const t = useT('report');
  const messageOf = useErrorMessage();
  const say = useReasonOrQuote();
  const { draft } = useDraft(sessionId);
  const outgoing = useDraftOutgoing(sessionId, draft, useSession(sessionId)?.target ?? null);
  const overlays = useOverlays(sessionId);
  const version = useMemo(() => overlays.map(({ id }) => id).join(' '), [overlays]);
  const { value, error } = usePreview(sessionId, null, outgoing, version);
  if (error) return <p className={css['waiting']}>{messageOf(error)}</p>;
  if (value === undefined || draft === undefined) return <p className={css['waiting']}>{t('inspector.loading')}</p>;
  if (!value.ok) return <p className={css['waiting']}>{say(value.error.message)}</p>;
  const { report, request, connection, model } = value;
  const next = { sessionId, target: { vendor: connection.vendor, endpoint: connection.baseUrl, model } };
  return (
    <>
      <ModelLine
        vendor={connection.vendor}
        practice={connection.practice}
        label={model.label}
        source={connection.label}
        note={t(outgoing ? 'next.withDraft' : 'next.withoutDraft')}
      />
      <InspectorTabs
        tabs={[
          {
            value: 'report',
            label: t('tab.report'),
            count: report.notes.length,
            content: <ReportTab report={{ ...report, sent: countSent(report) }} rule={null} next={next} />,
          },
          {
            value: 'request',
            label: t('tab.request'),
            content: <RequestTab request={request} connection={connection} />,
          },
          {
            value: 'tokens',
            label: t('tab.tokens'),
            content: (
              <TokensTab
                tokens={report.tokens}
                budget={report.budget}
                model={model}
                left={report.left}
                more={report.more}
                notes={report.notes}
              />
            ),
          },
        ]}
      />
    </>
  );
}
