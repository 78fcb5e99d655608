import { useRef, useState } from 'react';
import { textOf } from '#core/message-text.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useChatScene, useChatStatus } from '#ui/features/conversation/scene/chat-context.ts';
import { EditBox } from './edit-box.tsx';
import { useEditedContent } from './edited-content.ts';

/** Edits an answer in place. Saving creates a version beside it. Enter is a new line, since an answer has many. */
export function AnswerEditor({ message }: { message: StoredMessage }) {
  const t = useT('tree');
  const { actions } = useChatScene();
  const { running } = useChatStatus();
  const field = useRef<HTMLTextAreaElement>(null);
  const edited = useEditedContent(message);
  const [text, setText] = useState(() => edited.read()?.text ?? textOf(message));
  const isBlocked = running || text.trim() === '';
  const write = (next: string) => edited.write({ text: next, attachments: [], asks: {} });
  const save = (continues = false) => {
    // In case storing fails: the editor then opens again with this text.
    write(text);
    actions.saveAnswer(message.id, text, () => edited.forget(), continues);
  };
  return (
    <EditBox
      field={field}
      label={t('edit.label')}
      text={text}
      onText={(next) => {
        setText(next);
        if (next === textOf(message)) edited.forget();
        else write(next);
      }}
      unsaved={text !== textOf(message)}
      note={t('edit.note')}
      submit={{
        label: t('edit.save'),
        disabled: isBlocked,
        run: () => save(),
        on: ({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey),
      }}
      more={
        <Button small disabled={isBlocked} title={t('edit.continueHint')} onClick={() => save(true)}>
          {t('edit.continue')}
        </Button>
      }
      onCancel={() => {
        edited.forget();
        actions.cancelEdit();
      }}
    />
  );
}
