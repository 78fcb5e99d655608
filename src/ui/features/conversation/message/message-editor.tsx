import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { StoredMessage } from '#storage/rows.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useSendKey } from '#ui/data/preferences.ts';
import { useChatScene, useChatStatus } from '#ui/features/conversation/scene/chat-context.ts';
import { meaningOfEnter } from '#ui/features/conversation/composer/send-keys.ts';
import { MessageOptionList } from '#ui/features/conversation/message-options/message-option-list.tsx';
import { optionsOf, withoutOption } from '#ui/features/conversation/message-options/options-of.ts';
import { Attachments } from './attachments.tsx';
import { attachmentsOf } from '#ui/features/conversation/scene/attachments-of.ts';
import { textOf } from '#core/message-text.ts';
import { useEditText } from './edit-texts.ts';
import css from './message.module.css';

/** Edits a question in place. Sending creates a version beside it. The old one and its answers stay. */
export function MessageEditor({ message }: { message: StoredMessage }) {
  const t = useT('chat');
  const common = useT('common');
  const { actions } = useChatScene();
  const { running } = useChatStatus();
  const [sendKey] = useSendKey();
  const edited = useEditText(message.id);
  const [text, setText] = useState(() => edited.read() ?? textOf(message));
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const area = field.current;
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
    // The list first makes space for the editor, which is taller than the message was.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => area?.parentElement?.scrollIntoView({ block: 'nearest' }));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const [asks, setAsks] = useState(() => optionsOf(message));
  const attachments = attachmentsOf(message);
  const empty = text.trim() === '' && attachments.length === 0;
  const send = () => {
    if (empty || running) return;
    // In case sending fails: the editor then opens again with this text.
    edited.write(text);
    actions.sendEdit(message.id, { text, attachments, asks }, () => edited.forget());
  };
  const cancel = () => {
    edited.forget();
    actions.cancelEdit();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { isComposing } = event.nativeEvent;
    if (meaningOfEnter({ ...pick(event), isComposing, keyCode: event.nativeEvent.keyCode }, sendKey) === 'send') {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && !isComposing) {
      event.preventDefault();
      event.stopPropagation();
      cancel();
    }
  };
  return (
    <div className={css['editor']}>
      <Attachments parts={message.parts} />
      <MessageOptionList asks={asks} onRemove={(ask) => setAsks(withoutOption(asks, ask))} />
      <textarea
        ref={field}
        className={css['editorText']}
        value={text}
        aria-label={t('message.editLabel')}
        onChange={(event) => {
          setText(event.target.value);
          edited.write(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={css['editorActions']}>
        <span className={css['editorNote']}>{t('message.editNote')}</span>
        <Button small variant="quiet" onClick={cancel}>
          {common('cancel')}
        </Button>
        <Button small variant="primary" disabled={empty || running} onClick={send}>
          {t('message.editSend')}
        </Button>
      </div>
    </div>
  );
}

const pick = ({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent) => ({
  key,
  shiftKey,
  ctrlKey,
  metaKey,
  altKey,
});
