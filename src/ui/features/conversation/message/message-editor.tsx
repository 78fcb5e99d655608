import { useState, type KeyboardEvent } from 'react';
import type { StoredMessage } from '#storage/rows.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useSendKey } from '#ui/data/preferences.ts';
import { useChatScene, useChatStatus } from '#ui/features/conversation/scene/chat-context.ts';
import { meaningOfEnter } from '#ui/features/conversation/composer/send-keys.ts';
import { MessageOptionList } from '#ui/features/conversation/message-options/message-option-list.tsx';
import { optionsOf, withoutOption } from '#ui/features/conversation/message-options/options-of.ts';
import { Attachments } from './attachments.tsx';
import { attachmentsOf } from '#ui/features/conversation/scene/attachments-of.ts';
import { textOf } from '#core/message-text.ts';
import { EditBox } from './edit-box.tsx';
import { useEditText } from './edit-texts.ts';

/** Edits a question in place. Sending creates a version beside it. The old one and its answers stay. */
export function MessageEditor({ message }: { message: StoredMessage }) {
  const t = useT('chat');
  const { actions } = useChatScene();
  const { running } = useChatStatus();
  const [sendKey] = useSendKey();
  const edited = useEditText(message);
  const [text, setText] = useState(() => edited.read() ?? textOf(message));
  const [before] = useState(() => optionsOf(message));
  const [asks, setAsks] = useState(before);
  const attachments = attachmentsOf(message);
  const empty = text.trim() === '' && attachments.length === 0;
  const send = () => {
    // In case sending fails: the editor then opens again with this text.
    edited.write(text);
    actions.sendEdit(message.id, { text, attachments, asks }, () => edited.forget());
  };
  return (
    <EditBox
      label={t('message.editLabel')}
      text={text}
      onText={(next) => {
        setText(next);
        edited.write(next);
      }}
      unsaved={text !== textOf(message) || asks !== before}
      note={t('message.editNote')}
      submit={{
        label: t('message.editSend'),
        disabled: empty || running,
        run: send,
        on: ({ key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent: { isComposing, keyCode } }: KeyboardEvent) =>
          meaningOfEnter({ key, shiftKey, ctrlKey, metaKey, altKey, isComposing, keyCode }, sendKey) === 'send',
      }}
      onCancel={() => {
        edited.forget();
        actions.cancelEdit();
      }}
    >
      <Attachments parts={message.parts} />
      <MessageOptionList asks={asks} onRemove={(ask) => setAsks(withoutOption(asks, ask))} />
    </EditBox>
  );
}
