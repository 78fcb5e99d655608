import { useCallback } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';

interface Counts {
  conversations: number;
  messages: number;
  attachments: number;
}

/** `3 conversations, 40 messages, 2 attachments`; zero counts are left out. */
export function useCounts(): (counts: Counts) => string {
  const t = useT('transfer');
  return useCallback(
    ({ conversations, messages, attachments }) =>
      [
        t('count.conversations', { count: conversations }),
        t('count.messages', { count: messages }),
        ...(attachments > 0 ? [t('count.attachments', { count: attachments })] : []),
      ].join(', '),
    [t],
  );
}
