import { useImperativeHandle, useRef, useState, type KeyboardEvent } from 'react';
import { hasNoOptions } from '#core/message-options.ts';
import { placeholdersOf } from '#core/prompt-template.ts';
import type { PromptRow } from '#storage/rows.ts';
import { useIsTemporary } from '#ui/data/temporary-chats.ts';
import { useSendKey } from '#ui/data/preferences.ts';
import { useUserMarks } from '#ui/features/conversation/scene/chat-context.ts';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { DraftReadingsContext } from '#ui/features/conversation/documents/use-readings.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { usePrompts } from '#ui/shared/library/use-library.ts';
import { ComposerControls } from './composer-controls.tsx';
import {
  AttachFolder,
  AttachmentChips,
  ComposerNotices,
  MentionChips,
  MessageOptionList,
  PromptForm,
} from './lazy-parts.ts';
import type { MentionChoice } from './mentions/mention-choice.ts';
import { MessageField } from './message-field.tsx';
import { attachPasted } from './paste-rules.ts';
import { meaningOfEnter } from './send-keys.ts';
import { commandsFor, type Command } from './slash/commands.ts';
import { usePageCommands } from './slash/use-page-commands.ts';
import { useSlash } from './slash/use-slash.ts';
import type { Attachment } from './use-attachments.ts';
import { useMessageDraft } from './use-message-draft.ts';
import { useSendBlocker } from './use-send-blocker.ts';
import { useSending } from './use-sending.ts';
import css from './composer.module.css';

/** The message box: text, files and the model to send to. */
export function Composer() {
  const t = useT('chat');
  const { session, messages, model: own, activity, actions, composerRef } = useConversation();
  const { model } = own;
  const { deleted } = useUserMarks();
  const [sendKey] = useSendKey();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useMessageDraft();
  const { text, attachments, options } = draft;
  const obstacle = useSendBlocker();
  const sending = useSending(draft, obstacle);
  const { pages, onPage } = usePageCommands();
  const commands = commandsFor(model?.thinking ?? null, pages, usePrompts());
  const [filling, setFilling] = useState<PromptRow | null>(null);
  /** The word that is written on once a folder is attached. */
  const [attaching, setAttaching] = useState<{ start: number; end: number } | null>(null);

  const onCommand = (command: Command, rest: string) => {
    if (command.kind === 'prompt') {
      const asksBack = placeholdersOf(command.prompt.text).length > 0;
      draft.write(asksBack ? rest : command.prompt.text);
      if (asksBack) setFilling(command.prompt);
      return;
    }
    draft.write(rest, command.kind === 'page' ? options.stored : options.add(command.asks));
    if (command.kind === 'page') onPage(command.page);
  };

  const isTemporary = useIsTemporary();
  const slash = useSlash({ text, commands, onCommand });

  const onMention = (choice: MentionChoice, start: number, end: number) => {
    if (choice.kind === 'mention') draft.addMention(choice.mention);
    else if (choice.kind === 'attach') setAttaching({ start, end });
    else setFilling(choice.prompt);
  };

  useImperativeHandle(composerRef, () => ({
    focus: () => field.current?.focus(),
    insert(more) {
      draft.insert(more);
      field.current?.focus();
    },
    addFiles: (list) => void attachments.add(list),
    addContents: (contents, server) => void attachments.addContents(contents, server),
    submit() {
      field.current?.focus();
      void sending.send();
    },
  }));

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { isComposing, keyCode } = event.nativeEvent;
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const press = { key, shiftKey, ctrlKey, metaKey, altKey, isComposing, keyCode };
    if (meaningOfEnter(press, sendKey) === 'send') {
      event.preventDefault();
      void sending.send();
      return;
    }
    const plain = !shiftKey && !ctrlKey && !metaKey && !altKey && !isComposing;
    if (key === 'ArrowUp' && plain && text === '' && attachments.list.length === 0) {
      event.preventDefault();
      const last = messages.findLast(({ id, role, author }) => role === 'user' && !author && !deleted.has(id));
      if (last && !activity.running) actions.startEdit(last);
    }
  };

  const expand = async (attachment: Attachment) => {
    if (await draft.expand(attachment)) field.current?.focus();
  };

  return (
    <div className={css['composer']}>
      {filling && (
        <PromptForm
          prompt={filling}
          onInsert={(filled) => draft.write(text === '' ? filled : `${text}\n${filled}`)}
          onClose={() => setFilling(null)}
        />
      )}
      {attaching && (
        <AttachFolder sessionId={session.id} field={field} word={attaching} onClose={() => setAttaching(null)} />
      )}
      {(draft.waiting || obstacle) && (
        <ComposerNotices obstacle={obstacle} box={draft} sending={sending} field={field} />
      )}
      <div className={css['box']} data-blocked={obstacle !== null || undefined}>
        {attachments.list.length > 0 && (
          <AttachmentChips
            attachments={attachments.list}
            model={model}
            onRemove={(one) => {
              draft.removeAttachment(one);
              field.current?.focus();
            }}
            onExpand={(one) => void expand(one)}
            readingOf={draft.readings.of}
            onEncoding={attachments.setEncoding}
            onRefreshed={(one, contents) => {
              draft.removeAttachment(one);
              void attachments.addContents(contents, one.from?.server ?? '');
            }}
          />
        )}
        {draft.mentions.length > 0 && (
          <MentionChips
            sessionId={session.id}
            text={text}
            mentions={draft.mentions}
            problems={sending.problems}
            onRemove={(mention) => {
              draft.removeMention(mention);
              field.current?.focus();
            }}
          />
        )}
        <div className={css['asks']}>
          {!hasNoOptions(options.asks) && (
            <MessageOptionList
              asks={options.asks}
              triggers={options.triggers}
              model={model}
              onRemove={(option) => {
                draft.removeOption(option);
                field.current?.focus();
              }}
            />
          )}
        </div>
        <MessageField
          sessionId={session.id}
          field={field}
          text={text}
          sendKey={sendKey}
          slash={slash}
          withServers={session.tools?.on ?? false}
          canAttach={!isTemporary}
          onMention={onMention}
          onText={draft.write}
          onKeyDown={onKeyDown}
          onPaste={(event) => attachPasted(event, attachments)}
        />
        <output className={css['waits']}>
          {sending.hasty && sending.waitsFor && t(`composer.waits.${sending.waitsFor}`)}
          {sending.early && t('composer.early')}
        </output>
        <DraftReadingsContext value={draft.readings.all}>
          <ComposerControls sending={sending} field={field} onFiles={(list) => void attachments.add(list)} />
        </DraftReadingsContext>
      </div>
    </div>
  );
}
