import { useRef, useState, type KeyboardEvent } from 'react';
import { reuseEqual } from '#core/reuse-equal.ts';
import { textOf } from '#core/message-text.ts';
import { draftAttachments, type OutgoingAttachment } from '#flows/base/outgoing-message.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useSendKey } from '#ui/data/preferences.ts';
import { attachmentsOf } from '#ui/features/conversation/scene/attachments-of.ts';
import { useChatScene, useChatStatus } from '#ui/features/conversation/scene/chat-context.ts';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import type { EditedContent } from '#ui/features/conversation/scene/edits.ts';
import { AttachmentChips } from '#ui/features/conversation/composer/lazy-parts.ts';
import { attachPasted } from '#ui/features/conversation/composer/paste-rules.ts';
import { meaningOfEnter } from '#ui/features/conversation/composer/send-keys.ts';
import { useAttachments, type Attachment } from '#ui/features/conversation/composer/use-attachments.ts';
import { keyOf, useReadings, type Reading } from '#ui/features/conversation/documents/use-readings.ts';
import { MessageOptionList } from '#ui/features/conversation/message-options/message-option-list.tsx';
import { optionsOf, withoutOption } from '#ui/features/conversation/message-options/options-of.ts';
import { EditBox } from './edit-box.tsx';
import { useEditedContent } from './edited-content.ts';

/** Edits a question in place. Sending creates a version beside it. The old one and its answers stay. */
export function MessageEditor({ message }: { message: StoredMessage }) {
  const t = useT('chat');
  const { actions } = useChatScene();
  const { running } = useChatStatus();
  const { model } = useConversation().model;
  const [sendKey] = useSendKey();
  const field = useRef<HTMLTextAreaElement>(null);
  const edited = useEditedContent(message);
  const [sent] = useState(() => attachmentsOf(message));
  const [before] = useState(() => contentOf(message));
  const [content, setContent] = useState(() => edited.read() ?? before);
  /** The current content: files are stored while more is typed. `null` once it is sent or given up. */
  const now = useRef<EditedContent | null>(content);
  const change = (part: Partial<EditedContent>) => {
    if (!now.current) return;
    const next = { ...now.current, ...part };
    now.current = next;
    setContent(next);
    if (isSame(next, before)) edited.forget();
    else edited.write(next);
  };
  const attachments = useAttachments({
    initial: content.attachments,
    onChange: (list) => change({ attachments: list }),
    onFailed: () => undefined,
  });
  const { list } = attachments;
  const readings = useReadings(list);
  const { text, asks } = content;
  const sentAs = (one: Attachment) => sent.find((other) => keyOf(other) === keyOf(one));
  /** What was sent with the message goes out as it was read then. */
  const toSend = (): OutgoingAttachment[] => list.flatMap((one) => sentAs(one) ?? readings.withTexts([one]));
  const isReading = list.some((one) => !sentAs(one) && readings.of(one)?.state === 'reading');
  const empty = text.trim() === '' && list.length === 0;
  const expand = async (one: Attachment) => {
    const taken = await attachments.takeText(one);
    if (!taken || !now.current) return;
    const written = now.current.text;
    change({ text: written === '' ? taken.text : `${written}\n${taken.text}`, attachments: taken.others });
    field.current?.focus();
  };
  return (
    <EditBox
      field={field}
      label={t('message.editLabel')}
      text={text}
      onText={(next) => change({ text: next })}
      unsaved={!isSame(content, before)}
      note={t('message.editNote')}
      submit={{
        label: t('message.editSend'),
        disabled: empty || running || attachments.busy || isReading,
        run: () => {
          now.current = null;
          actions.sendEdit(message.id, { ...content, attachments: toSend() }, edited.take(content));
        },
        on: ({ key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent: { isComposing, keyCode } }: KeyboardEvent) =>
          meaningOfEnter({ key, shiftKey, ctrlKey, metaKey, altKey, isComposing, keyCode }, sendKey) === 'send',
      }}
      onCancel={() => {
        now.current = null;
        edited.forget();
        actions.cancelEdit();
      }}
      files={{ add: (files) => void attachments.add(files), onPaste: (event) => attachPasted(event, attachments) }}
    >
      {list.length > 0 && (
        <AttachmentChips
          attachments={list}
          model={model}
          readingOf={(one) => asSent(sentAs(one), readings.of(one))}
          onRemove={(one) => {
            attachments.remove(one);
            field.current?.focus();
          }}
          onExpand={(one) => void expand(one)}
          onEncoding={attachments.setEncoding}
          onRefreshed={(one, contents) => {
            attachments.remove(one);
            void attachments.addContents(contents, one.from?.server ?? '');
          }}
        />
      )}
      <MessageOptionList asks={asks} onRemove={(ask) => change({ asks: withoutOption(asks, ask) })} />
    </EditBox>
  );
}

const contentOf = (message: StoredMessage): EditedContent => ({
  text: textOf(message),
  attachments: draftAttachments(attachmentsOf(message)),
  asks: optionsOf(message),
});

const isSame = (content: EditedContent, before: EditedContent): boolean => reuseEqual(before, content) === before;

/** With the text that the model got then, which another encoding may have made. */
function asSent(sent: OutgoingAttachment | undefined, reading: Reading | null): Reading | null {
  if (sent?.text === undefined || reading?.state !== 'read') return reading;
  return { ...reading, document: { ...reading.document, text: sent.text } };
}
