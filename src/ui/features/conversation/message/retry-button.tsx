import { useState, type ComponentProps } from 'react';
import type { StoredMessage } from '#storage/rows.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useChatScene, useChatStatus } from '#ui/features/conversation/scene/chat-context.ts';
import { useClock } from '#ui/kit/time/use-clock.ts';

type RetryButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'icon' | 'aria-label'> & {
  message: StoredMessage;
  /** Replaces "Try again". */
  label?: string;
};

/** Counts down while the vendor asks to wait. The user may press it earlier. */
export function RetryButton({ message, label, ...rest }: RetryButtonProps) {
  const t = useT('chat');
  const { actions } = useChatScene();
  const { canRetry } = useChatStatus();
  const due = (message.completedAt ?? message.createdAt) + (message.error?.retryAfterMs ?? 0);
  const [counts] = useState(() => Date.now() < due);
  const now = useClock(counts);
  const wait = counts ? Math.ceil((due - now) / 1000) : 0;
  const text = label ?? t('retry');
  return (
    <Button {...rest} small data-again disabled={!canRetry} onClick={() => actions.retry(message.id)}>
      {wait > 0 ? t('error.retryIn', { label: text, seconds: wait }) : text}
    </Button>
  );
}
