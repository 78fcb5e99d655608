import { useRef, useState } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { EditModal } from '#ui/kit/controls/edit-modal.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { SharedParts } from './shared-parts.tsx';
import css from './chat-header.module.css';

interface SystemDialogProps {
  open: boolean;
  system: string;
  /** There are messages already: the change applies from the next one on. */
  begun: boolean;
  onClose: () => void;
  /** Resolves with whether they are stored, and has said why not. */
  onSave: (system: string) => Promise<boolean>;
}

/** Instructions that are sent with every request of this conversation. */
export function SystemDialog({ open, system, begun, onClose, onSave }: SystemDialogProps) {
  const t = useT('chat');
  const common = useT('common');
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(system);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (busy) return;
    setBusy(true);
    const stored = await onSave(text.trim());
    setBusy(false);
    if (stored) onClose();
  };
  return (
    <EditModal
      open={open}
      unsaved={text !== system}
      onClose={onClose}
      title={t('system.title')}
      description={t(begun ? 'system.bodyBegun' : 'system.body')}
      wide
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            {common('save')}
          </Button>
        </>
      }
    >
      <textarea
        ref={field}
        className={css['systemText']}
        value={text}
        rows={8}
        aria-label={t('system.title')}
        placeholder={t('system.placeholder')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) void save();
        }}
      />
      <SharedParts />
    </EditModal>
  );
}
