import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import modal from '#ui/kit/controls/modal.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { NextRequest } from './next-request.tsx';
import type { Subject } from './inspector-context.ts';
import { SentRequest } from './sent-request.tsx';
import css from './inspector.module.css';

interface InspectorProps {
  subject: Subject;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

/** The request behind an answer, or the next request: what happened to the conversation, and what was actually sent. */
export function Inspector({ subject, open, onClose, onClosed }: InspectorProps) {
  const t = useT('report');
  const common = useT('common');
  // Not the close button: its tooltip would consume the first Escape.
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(now) => !now && onClose()}
      onOpenChangeComplete={(now) => !now && onClosed()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={modal['backdrop']} />
        <Dialog.Popup className={css['sheet']} initialFocus={heading}>
          <header className={css['header']}>
            <Dialog.Title ref={heading} tabIndex={-1} className={css['title']}>
              {subject.kind === 'sent' ? t('inspector.sent') : t('inspector.next')}
            </Dialog.Title>
            <Dialog.Close render={<IconButton small label={common('close')} icon={<X />} />} />
          </header>
          {subject.kind === 'sent' ? (
            <SentRequest sessionId={subject.sessionId} answerId={subject.answerId} rule={subject.rule ?? null} />
          ) : (
            <NextRequest sessionId={subject.sessionId} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
