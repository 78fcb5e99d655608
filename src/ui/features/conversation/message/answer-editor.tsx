import { useState } from 'react';
import { textOf } from '#core/message-text.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useChatScene, useChatStatus } from '#ui/features/conversation/scene/chat-context.ts';
import { EditBox } from './edit-box.tsx';
import { useEditText } from './edit-texts.ts';

/** Edits an answer in place. Saving creates a version beside it. Enter is a new line, since an answer has many. */
export function AnswerEditor({ message }: { message: StoredMessage }) {
  const t = useT('tree');
  const { actions } = useChatScene();
  const { running } = useChatStatus();
  const edited = useEditText(message);
  const [text, setText] = useState(() => edited.read() ?? textOf(message));
  const isBlocked = running || text.trim() === '';
  const save = (continues = false) => {
    // In case storing fails: the editor then opens again with this text.
    edited.write(text);
    actions.saveAnswer(message.id, text, () => edited.forget(), continues);
  };
  return (
    <EditBox
      label={t('edit.label')}
      text={text}
      onText={(next) => {
        setText(next);
        edited.write(next);
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
