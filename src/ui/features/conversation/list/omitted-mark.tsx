import { Popover } from '@base-ui/react/popover';
import { ChevronDown } from 'lucide-react';
import type { Gap } from '#flows/request/request-inspection.ts';
import { useSessionWrites } from '#ui/data/session-history-context.tsx';
import { Button } from '#ui/kit/controls/button.tsx';
import { PopoverPanel } from '#ui/kit/controls/popover-panel.tsx';
import { formatTokens } from '#ui/kit/i18n/format.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useChatScene, useChatStatus, useMessageMarks } from '#ui/features/conversation/scene/chat-context.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import css from './omitted-mark.module.css';

/**
 * Marks where the next request starts to include the conversation: how much is left out above, why, and what can be
 * done.
 */
export function OmittedMark({ gap }: { gap: Gap }) {
  const t = useT('context');
  return (
    <Popover.Root>
      <Popover.Trigger className={css['trigger']} data-left-out={gap.why}>
        {t(gap.more ? 'gap.countMore' : 'gap.count', { count: gap.count })}
        <ChevronDown className={css['chevron']} aria-hidden />
      </Popover.Trigger>
      <PopoverPanel side="bottom" title={t('gap.title')}>
        <Why gap={gap} />
        <WaysOut why={gap.why} />
      </PopoverPanel>
    </Popover.Root>
  );
}

function Why({ gap: { why } }: { gap: Gap }) {
  const t = useT('context');
  const { omitted } = useMessageMarks();
  if (!omitted) return null;
  const { model, budget, untrimmedTokens, maxMessages } = omitted.measure;
  const facts = { model: model.label, budget: formatTokens(budget ?? 0), tokens: formatTokens(untrimmedTokens) };
  return (
    <p className={css['why']}>
      {why === 'limit' ? t('gap.limit', { count: maxMessages ?? 0 }) : t(`gap.${why}`, facts)} {t('gap.stored')}
    </p>
  );
}

function WaysOut({ why }: Pick<Gap, 'why'>) {
  const t = useT('context');
  const chat = useT('chat');
  const write = useSessionWrites();
  const { actions } = useChatScene();
  const { running, readOnly } = useChatStatus();
  const toast = useToast();
  const messageOf = useErrorMessage();
  const attempt = (work: Promise<void>) =>
    void work.catch((error: unknown) =>
      toast({ tone: 'danger', title: chat('problem.title'), description: messageOf(error) }),
    );
  const ways = {
    budget: [
      { label: t('do.summarize'), act: actions.summarize },
      { label: t('gap.otherModel'), act: actions.pickModel },
    ],
    limit: [{ label: t('gap.sendAll'), act: () => attempt(write.setMaxMessages(null)) }],
    narrowed: [{ label: t('do.widen'), act: () => attempt(write.widenWindow()) }],
  }[why];
  return (
    <div className={css['ways']}>
      {ways.map(({ label, act }) => (
        <Popover.Close key={label} render={<Button small disabled={running || readOnly} onClick={act} />}>
          {label}
        </Popover.Close>
      ))}
    </div>
  );
}
