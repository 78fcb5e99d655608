import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Inspection } from '#flows/request/request-inspection.ts';
import { useOriginFacts } from '#ui/shared/vendors/use-origin-facts.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { useInspection } from '#ui/data/use-inspection.ts';
import { formatDateTime } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';
import { InspectorTabs, type InspectorTab } from './inspector-tabs.tsx';
import { ModelLine } from './model-line.tsx';
import { RepairsTab } from './repairs-tab.tsx';
import { countSent, ReportTab, type ReportFacts } from './report-tab.tsx';
import { RequestTab } from './request-tab.tsx';
import { TokensTab } from './tokens-tab.tsx';
import css from './inspector.module.css';

interface SentRequestProps {
  sessionId: string;
  answerId: string | null;
  /** The note to highlight. */
  rule: string | null;
}

/** Shows the send of an answer. */
export function SentRequest({ sessionId, answerId, rule }: SentRequestProps) {
  const t = useT('report');
  const messageOf = useErrorMessage();
  const { value, error } = useInspection(sessionId, answerId);
  if (error) return <p className={css['waiting']}>{messageOf(error)}</p>;
  if (value === undefined) return <p className={css['waiting']}>{t('inspector.loading')}</p>;
  if (value === null) return <p className={css['waiting']}>{t('inspector.none')}</p>;
  return <Found inspection={value} rule={rule} />;
}

function Found({ inspection, rule }: { inspection: Inspection; rule: string | null }) {
  const t = useT('report');
  const language = useLanguage();
  const describe = useOriginFacts();
  const { answer, send, connection, model, rebuilt } = inspection;
  const origin = send ?? answer.origin;
  const facts = origin ? describe(origin) : null;
  const built = rebuilt.kind === 'gone' ? null : rebuilt;
  const report: ReportFacts | null = send
    ? {
        notes: send.notes,
        sent: rebuilt.kind === 'exact' ? countSent(rebuilt.report) : null,
        left: send.left,
        more: false,
        vendorNotes: send.vendorNotes,
      }
    : built && { ...built.report, sent: countSent(built.report) };
  const tokens = send ?? built?.report;
  const tabs: InspectorTab[] = [
    ...(report
      ? [
          {
            value: 'report',
            label: t('tab.report'),
            count: report.notes.length,
            content: <ReportTab report={report} rule={rule} />,
          },
        ]
      : []),
    ...(built && connection
      ? [
          {
            value: 'request',
            label: t('tab.request'),
            content: <RequestTab request={built.request} connection={connection} />,
          },
        ]
      : []),
    ...(tokens && report
      ? [
          {
            value: 'tokens',
            label: t('tab.tokens'),
            content: (
              <TokensTab
                tokens={tokens.tokens}
                budget={tokens.budget}
                model={model}
                left={report.left}
                more={report.more}
                notes={report.notes}
                usage={answer.usage}
              />
            ),
          },
        ]
      : []),
    ...(send
      ? [
          {
            value: 'repairs',
            label: t('tab.repairs'),
            count: send.repairs.length,
            content: <RepairsTab repairs={send.repairs} source={facts?.source ?? ''} />,
          },
        ]
      : []),
  ];
  return (
    <>
      {origin && facts && (
        <ModelLine
          vendor={origin.vendor}
          practice={facts.practice}
          label={facts.label}
          source={facts.source}
          note={formatDateTime(send?.at ?? answer.createdAt, language)}
        />
      )}
      <Truth inspection={inspection} />
      <InspectorTabs tabs={tabs} />
    </>
  );
}

const TRUTH_ICON: Record<Inspection['rebuilt']['kind'], ReactElement> = {
  exact: <CircleCheck aria-hidden />,
  differs: <CircleAlert aria-hidden />,
  unrecorded: <Info aria-hidden />,
  gone: <CircleAlert aria-hidden />,
};

/** How certain it is that the request shown is the one that was sent. */
function Truth({ inspection }: { inspection: Inspection }) {
  const t = useT('report');
  const say = useReasonOrQuote();
  const { rebuilt } = inspection;
  const why =
    rebuilt.kind === 'gone'
      ? t(`gone.${rebuilt.why}`, { message: rebuilt.message ? say(rebuilt.message) : '' })
      : t(`truthWhy.${rebuilt.kind}`);
  return (
    <div className={css['truth']} data-kind={rebuilt.kind}>
      {TRUTH_ICON[rebuilt.kind]}
      <p>
        <strong>{t(`truth.${rebuilt.kind}`)}</strong> {why}
      </p>
    </div>
  );
}
