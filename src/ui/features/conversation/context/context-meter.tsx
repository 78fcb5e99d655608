import { Popover } from '@base-ui/react/popover';
import { memo, use, useId, useRef, useState } from 'react';
import { isHookEnabled } from '#core/reliability/configuration.ts';
import { contextStep } from '#core/reliability/context-steps.ts';
import { isSummary } from '#core/is-summary.ts';
import { MAX_MESSAGES_RANGE } from '#flows/conversation/max-messages.ts';
import type { SessionSettings, StoredMessage } from '#storage/rows.ts';
import { useSessionWrites } from '#ui/data/session-history-context.tsx';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useSummaries } from '#ui/data/use-summaries.ts';
import { NumberInput } from '#ui/kit/controls/number-input.tsx';
import { PopoverPanel } from '#ui/kit/controls/popover-panel.tsx';
import { formatTokens } from '#ui/kit/i18n/format.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useConfiguration } from '#ui/data/use-configuration.ts';
import { ContextMeasureContext } from '#ui/features/conversation/scene/conversation-context.ts';
import { useReports } from '#ui/features/conversation/inspector/inspector-context.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';
import { FillBar } from './fill-bar.tsx';
import { useContextFill, type ContextFill } from './use-context-fill.ts';
import { useStepToasts } from './use-step-toasts.ts';
import css from './context-meter.module.css';

interface ContextMeterProps {
  session: SessionSettings;
  last: StoredMessage | undefined;
  /** Nothing may be changed while an answer is being written. */
  running: boolean;
  onSummarize: () => void;
}

/** How full the model's context window is, shown beside the model. Opens to show what fills it and what can be done. */
export const ContextMeter = memo(function ContextMeter({ session, last, running, onSummarize }: ContextMeterProps) {
  const t = useT('context');
  const fill = useContextFill(session.id, use(ContextMeasureContext));
  const [open, setOpen] = useState(false);
  const staysAway = useRef(false);
  const configuration = useConfiguration(session.id).state?.configuration;
  const monitored = configuration === undefined || isHookEnabled(configuration, 'context-window-monitor');
  const summarizes =
    configuration === undefined ||
    (configuration.experimental.preemptive_compaction && isHookEnabled(configuration, 'preemptive-compaction'));
  const left = fill?.measure.left ?? 0;
  useStepToasts(fill?.share ?? null, { on: monitored, left, summarizes }, () => setOpen(true));
  if (!fill) return null;
  const { share, tokens, measure } = fill;
  const percent = share === null ? null : Math.floor(share * 100);
  const label =
    percent === null
      ? t('meter.nameUnknown', { tokens: formatTokens(tokens) })
      : t('meter.name', { percent, tokens: formatTokens(tokens), budget: formatTokens(measure.budget ?? 0) });
  const leave = (act: () => void) => {
    staysAway.current = true;
    setOpen(false);
    act();
  };
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        staysAway.current = false;
        setOpen(next);
      }}
    >
      <Popover.Trigger
        className={css['trigger']}
        aria-label={label}
        title={label}
        data-step={contextStep(share)}
        data-meter
      >
        <Ring share={share} />
        <span className={css['percent']}>{percent === null ? t('meter.unknown') : `${percent}%`}</span>
      </Popover.Trigger>
      <PopoverPanel side="top" title={t('meter.title')} returnsFocus={() => !staysAway.current}>
        <Facts fill={fill} percent={percent} summarizes={summarizes} />
        <MessageLimit value={measure.maxMessages} disabled={running} />
        <Actions session={session} last={last} fill={fill} running={running} leave={leave} onSummarize={onSummarize} />
      </PopoverPanel>
    </Popover.Root>
  );
});

const RADIUS = 6.25;
const LENGTH = 2 * Math.PI * RADIUS;

function Ring({ share }: { share: number | null }) {
  return (
    <svg viewBox="0 0 16 16" className={css['ring']} aria-hidden>
      <circle cx="8" cy="8" r={RADIUS} className={css['track']} strokeDasharray={share === null ? '2 2' : undefined} />
      {share !== null && share > 0 && (
        <circle
          cx="8"
          cy="8"
          r={RADIUS}
          className={css['arc']}
          strokeDasharray={`${Math.max(0.02, share) * LENGTH} ${LENGTH}`}
          transform="rotate(-90 8 8)"
        />
      )}
    </svg>
  );
}

interface FactsProps {
  fill: ContextFill;
  percent: number | null;
  summarizes: boolean;
}

function Facts({ fill, percent, summarizes }: FactsProps) {
  const t = useT('context');
  const { measure, tokens } = fill;
  const { model, budget, window, left, more, narrowed } = measure;
  return (
    <div className={css['facts']}>
      <p>
        {percent === null || budget === null
          ? t('meter.usedUnknown', { tokens: formatTokens(tokens), model: model.label })
          : t('meter.used', { tokens: formatTokens(tokens), budget: formatTokens(budget), percent })}
      </p>
      <FillBar fill={fill} />
      {window !== null && (
        <p className={css['quiet']}>
          {t(narrowed ? 'meter.windowSmaller' : 'meter.window', { model: model.label, window: formatTokens(window) })}
        </p>
      )}
      {left > 0 && <p className={css['quiet']}>{t(more ? 'meter.leftMore' : 'meter.left', { count: left })}</p>}
      {contextStep(fill.share) > 0 && summarizes && <p className={css['quiet']}>{t('meter.full')}</p>}
    </div>
  );
}

interface MessageLimitProps {
  value: number | null;
  /** Nothing may be changed while an answer is being written. */
  disabled: boolean;
}

function MessageLimit({ value, disabled }: MessageLimitProps) {
  const t = useT('context');
  const write = useSessionWrites();
  const attempt = useAsyncAction();
  const id = useId();
  return (
    <fieldset className={css['limit']} disabled={disabled}>
      <label htmlFor={id}>{t('limit.label')}</label>
      <NumberInput
        range={MAX_MESSAGES_RANGE}
        id={id}
        value={value}
        none={t('limit.none')}
        onChange={(most) => void attempt(write.setMaxMessages(most))}
      />
    </fieldset>
  );
}

interface ActionsProps extends ContextMeterProps {
  fill: ContextFill;
  /** Closes the popover; the focus goes where `act` puts it. */
  leave: (act: () => void) => void;
}

function Actions({ session: { id }, last, fill, running, leave, onSummarize }: ActionsProps) {
  const t = useT('context');
  const chat = useT('chat');
  const write = useSessionWrites();
  const { inspect } = useReports();
  const toast = useToast();
  const messageOf = useErrorMessage();
  const used = useSummaries(id);
  const { narrowed, cuts } = fill.measure;
  const attempt = async (work: Promise<void>, title?: string) => {
    try {
      await work;
      if (title !== undefined) toast({ title });
    } catch (error) {
      toast({ tone: 'danger', title: chat('problem.title'), description: messageOf(error) });
    }
  };
  const resize = () =>
    attempt(narrowed ? write.widenWindow() : write.narrowWindow(), t(narrowed ? 'widened' : 'narrowed'));
  return (
    <div className={css['actions']}>
      <Button
        small
        disabled={running || last === undefined || (isSummary(last) && used?.get(last.id)?.sent !== false)}
        title={t('do.summarizeTitle')}
        onClick={() => leave(onSummarize)}
      >
        {t('do.summarize')}
      </Button>
      <Button
        small
        variant="quiet"
        disabled={running || (!narrowed && last === undefined)}
        title={narrowed ? undefined : t('do.narrowTitle')}
        onClick={() => void resize()}
      >
        {t(narrowed ? 'do.widen' : 'do.narrow')}
      </Button>
      {cuts !== 0 && (
        <Button
          small
          variant="quiet"
          disabled={running}
          onClick={() => void attempt(cuts === null ? write.enableReduction() : write.disableReduction())}
        >
          {cuts === null ? t('cuts.allow') : t('cuts.whole', { count: cuts })}
        </Button>
      )}
      <Button small variant="quiet" onClick={() => leave(() => inspect({ kind: 'next', sessionId: id }))}>
        {t('do.request')}
      </Button>
    </div>
  );
}
