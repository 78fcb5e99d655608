import { useState, type KeyboardEvent } from 'react';
import { reuseEqual } from '#core/reuse-equal.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useSendKey } from '#ui/data/preferences.ts';
import { useChatScene, useChatStatus } from '#ui/features/conversation/scene/chat-context.ts';
import { meaningOfEnter } from '#ui/features/conversation/composer/send-keys.ts';
import { MessageOptionList } from '#ui/features/conversation/message-options/message-option-list.tsx';
import { optionsOf, withoutOption } from '#ui/features/conversation/message-options/options-of.ts';
import { Attachments } from './attachments.tsx';
import { attachmentsOf } from '#ui/features/conversation/scene/attachments-of.ts';
import type { EditedContent } from '#ui/features/conversation/scene/edits.ts';
import { textOf } from '#core/message-text.ts';
import { EditBox } from './edit-box.tsx';
import { useEditedContent } from './edited-content.ts';

/** Edits a question in place. Sending creates a version beside it. The old one and its answers stay. */
export function MessageEditor({ message }: { message: StoredMessage }) {
  const t = useT('chat');
  const { actions } = useChatScene();
  const { running } = useChatStatus();
  const [sendKey] = useSendKey();
  const edited = useEditedContent(message);
  const [before] = useState(() => contentOf(message));
  const [content, setContent] = useState(() => ({ ...before, ...edited.read(), attachments: before.attachments }));
  const { text, attachments, asks } = content;
  const empty = text.trim() === '' && attachments.length === 0;
  const change = (part: Partial<EditedContent>) => {
    const next = { ...content, ...part };
    setContent(next);
    if (isSame(next, before)) edited.forget();
    else edited.write(next);
  };
  return (
    <EditBox
      label={t('message.editLabel')}
      text={text}
      onText={(next) => change({ text: next })}
      unsaved={!isSame(content, before)}
      note={t('message.editNote')}
      submit={{
        label: t('message.editSend'),
        disabled: empty || running,
        run: () => actions.sendEdit(message.id, content, edited.take(content)),
        on: ({ key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent: { isComposing, keyCode } }: KeyboardEvent) =>
          meaningOfEnter({ key, shiftKey, ctrlKey, metaKey, altKey, isComposing, keyCode }, sendKey) === 'send',
      }}
      onCancel={() => {
        edited.forget();
        actions.cancelEdit();
      }}
    >
      <Attachments parts={message.parts} />
      <MessageOptionList asks={asks} onRemove={(ask) => change({ asks: withoutOption(asks, ask) })} />
    </EditBox>
  );
}

const contentOf = (message: StoredMessage): EditedContent => ({
  text: textOf(message),
  attachments: attachmentsOf(message),
  asks: optionsOf(message),
});

const isSame = (content: EditedContent, before: EditedContent): boolean => reuseEqual(before, content) === before;
