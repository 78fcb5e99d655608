import type { RefObject } from 'react';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { WaitingLine } from '#ui/features/conversation/waiting/waiting-line.tsx';
import { ComposerNotice } from './composer-notice.tsx';
import type { SendBlocker } from './send-blocker.ts';
import type { MessageDraft } from './use-message-draft.ts';
import type { Sending } from './use-sending.ts';

interface ComposerNoticesProps {
  obstacle: SendBlocker | null;
  box: Pick<MessageDraft, 'waiting' | 'clear'>;
  sending: Pick<Sending, 'sendable' | 'send'>;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Above the message box: that its message waits for a network, and what keeps it from sending. */
export function ComposerNotices({ obstacle, box, sending, field }: ComposerNoticesProps) {
  const { connection } = useConversation().model;
  return (
    <>
      {box.waiting && <WaitingLine row={box.waiting} box={box} sending={sending} field={field} />}
      {obstacle && <ComposerNotice obstacle={obstacle} connection={connection} />}
    </>
  );
}
