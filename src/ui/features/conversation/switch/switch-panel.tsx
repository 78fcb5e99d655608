import { ArrowRight, TriangleAlert } from 'lucide-react';
import { use, useRef, useState } from 'react';
import { isSummary } from '#core/is-summary.ts';
import { switchCost } from '#flows/request/switch-cost.ts';
import type { RequestPreview } from '#flows/request/request-inspection.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { useSummaries } from '#ui/data/use-summaries.ts';
import { useIsTemporary } from '#ui/data/temporary-chats.ts';
import { useDraft } from '#ui/data/use-draft.ts';
import { useModelName } from '#ui/data/use-model-name.ts';
import { usePreview, useSettled } from '#ui/data/use-inspection.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { NoteList } from '#ui/features/conversation/inspector/note-list.tsx';
import { groupNotes, ofEffect, summarize } from '#ui/features/conversation/inspector/read-notes.ts';
import { useReports } from '#ui/features/conversation/inspector/inspector-context.ts';
import { TokenBar } from '#ui/features/conversation/inspector/token-bar.tsx';
import { useAskBeforeSwitch } from '#ui/data/preferences.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { focusComposerSoon } from '#ui/shared/navigation/focus-composer.ts';
import { useDraftOutgoing } from '#ui/features/conversation/message-options/use-draft-outgoing.ts';
import { useChatScene } from '#ui/features/conversation/scene/chat-context.ts';
import { NewestSendContext, useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import type { OriginFacts } from '#ui/shared/vendors/use-origin-facts.ts';
import { formatCost } from '#ui/kit/text/usage-text.ts';
import { useHint } from '#ui/features/conversation/hints/use-hint.ts';
import { confirmsSwitch } from './ask-before.ts';
import type { PlannedSwitch } from './last-answerer.ts';
import { SummaryStep } from './summary-step.tsx';
import { useFork } from './use-fork.ts';
import css from './switch-panel.module.css';

/** The draft is measured after typing pauses this long. */
const TYPING_PAUSE_MS = 800;

/**
 * Shows what a handoff would do to the conversation, before the first message to the other model. It has no question
 * that Enter in the message box doesn't answer.
 */
export function SwitchPanel({ planned }: { planned: PlannedSwitch }) {
  const { session, messages, composerRef } = useConversation();
  const send = use(NewestSendContext);
  const { id: sessionId, system } = session;
  const fork = useFork(session, planned, send);
  const isTemporary = useIsTemporary();
  const t = useT('report');
  const chat = useT('chat');
  const { describe } = useChatScene();
  const { decided, inspect } = useReports();
  const [ask] = useAskBeforeSwitch();
  /** The handoff that the user agreed to. It needs only one line. */
  const [agreed, setAgreed] = useState(decided.get(sessionId));
  const draft = useSettled(useDraft(sessionId).draft, TYPING_PAUSE_MS);
  const outgoing = useDraftOutgoing(sessionId, draft, planned.target);
  const last = messages.at(-1);
  const used = useSummaries(sessionId);
  const summaries = [...(used ?? [])].map(([id, { sent }]) => `${id},${sent}`).join(' ');
  const version = `${last?.id} ${last?.status} ${system} ${summaries}`;
  const { value } = usePreview(sessionId, planned.target, outgoing, version);
  const [summarizingFor, setSummarizingFor] = useState<string | null>(null);
  const summarizing = summarizingFor === planned.key;
  const summarizeButton = useRef<HTMLButtonElement>(null);
  const summarized = last !== undefined && isSummary(last) && used?.get(last.id)?.sent !== false;
  const leaveSummary = (used: boolean) => {
    setSummarizingFor(null);
    if (used) focusComposerSoon();
    else requestAnimationFrame(() => summarizeButton.current?.focus());
  };
  const from = describe(planned.from);
  const preview = value?.ok === true ? value : null;
  // The last preview stays in place until the next one is ready, so that the conversation doesn't move twice.
  const { connection, model } = planned.target;
  const stale = preview !== null && (preview.connection.id !== connection || preview.model.id !== model);
  const to = useModelName()(planned.target);

  const short = (
    <p className={css['line']}>
      {chat('handoff.next', { to })}
      {preview && !stale && (
        <button type="button" className={css['more']} onClick={() => inspect({ kind: 'next', sessionId })}>
          {t('inspector.openNext')}
        </button>
      )}
    </p>
  );
  const asks = preview && (summarizing || summarized || confirmsSwitch(ask, preview.report, send?.left ?? null));
  if (!preview || agreed === planned.key || !asks) return short;

  const carryOn = () => {
    decided.set(sessionId, planned.key);
    setAgreed(planned.key);
    composerRef.current?.submit();
  };
  return (
    <div className={css['grow']}>
      <section className={css['panel']} aria-label={t('switch.label')} aria-busy={stale}>
        <div className={css['top']}>
          <h2 className={css['hands']}>
            <VendorMark vendor={planned.from.vendor} practice={from.practice} />
            <span className={css['from']}>{from.label}</span>
            <ArrowRight className={css['arrow']} aria-hidden />
            <span className="visually-hidden"> {chat('handoff.to')} </span>
            <VendorMark vendor={preview.connection.vendor} practice={preview.connection.practice} />
            <span>{preview.model.label}</span>
          </h2>
          <TokenBar tokens={preview.report.tokens} budget={preview.report.budget} />
        </div>
        {summarizing ? (
          <SummaryStep from={from.label} to={to} onLeave={leaveSummary} />
        ) : (
          <>
            <Facts preview={preview} from={from} />
            <div className={css['actions']}>
              <Button small disabled={stale} title={t('switch.carryOnTitle')} onClick={carryOn}>
                {t('switch.carryOn')}
              </Button>
              {!summarized && (
                <Button
                  ref={summarizeButton}
                  small
                  variant="quiet"
                  disabled={stale}
                  title={t('switch.summarizeTitle', { to, from: from.label })}
                  onClick={() => setSummarizingFor(planned.key)}
                >
                  {t('switch.summarize')}
                </Button>
              )}
              {!isTemporary && (
                <Button
                  small
                  variant="quiet"
                  disabled={stale}
                  title={t('switch.forkTitle', { to, from: from.label })}
                  onClick={fork}
                >
                  {t('switch.fork')}
                </Button>
              )}
              <Button
                small
                variant="quiet"
                disabled={stale}
                className={css['request'] ?? ''}
                onClick={() => inspect({ kind: 'next', sessionId })}
              >
                {t('inspector.openNext')}
              </Button>
            </div>
          </>
        )}
      </section>
    </div>
  );
}

function Facts({ preview, from }: { preview: RequestPreview; from: OriginFacts }) {
  const t = useT('report');
  useHint('switch-panel');
  const { report, model } = preview;
  const groups = ofEffect(groupNotes(report.notes), 'stays', 'converted');
  const summaryLabel = useSummaryLabel(preview);
  if (report.problem)
    return (
      <p className={css['problem']} role="alert">
        <TriangleAlert aria-hidden />
        <span>
          <strong>{t('switch.problem', { to: model.label })}.</strong> {t('switch.problemBody')}
        </span>
      </p>
    );
  return (
    <>
      <output className="visually-hidden">{t('switch.said', { to: model.label, summary: summaryLabel })}</output>
      {groups.length > 0 ? (
        <Disclosure summary={summaryLabel}>
          <NoteList groups={groups} reasons />
        </Disclosure>
      ) : (
        <p>{summaryLabel}</p>
      )}
      <CostLine preview={preview} from={from} />
    </>
  );
}

function useSummaryLabel({ report }: RequestPreview): string {
  const t = useT('report');
  const { sent, converted, stays, left } = summarize(report);
  const summarized = report.summarized ?? 0;
  if (converted === 0 && stays === 0 && left === 0 && summarized === 0) return t('switch.all');
  return [
    sent > 0 ? t('switch.along', { count: sent }) : '',
    summarized > 0 ? t('switch.summarized', { count: summarized }) : '',
    converted > 0 ? t('switch.converted', { count: converted }) : '',
    stays > 0 ? t('switch.stays', { count: stays }) : '',
    left > 0 ? t(report.more ? 'switch.leftMore' : 'switch.left', { count: left }) : '',
  ]
    .filter((fact) => fact !== '')
    .join(' · ');
}

/** The previous model's cache isn't available to the next one. */
function CostLine({ preview, from }: { preview: RequestPreview; from: OriginFacts }) {
  const t = useT('report');
  const { model, connection, report } = preview;
  const { change, stay } = switchCost(report.tokens, from.model, model);
  if (connection.practice) return null;
  const label =
    change === null
      ? t('switch.costUnknown', { to: model.label })
      : stay === null || from.practice
        ? t('switch.costOnly', { change: formatCost(change) })
        : t('switch.cost', { change: formatCost(change), stay: formatCost(stay), from: from.label });
  return <p className={css['cost']}>{label}</p>;
}
