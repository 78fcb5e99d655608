import { Copy, Pencil } from 'lucide-react';
import { memo } from 'react';
import { readTaskNote } from '#flows/agent/task-note.ts';
import type { ContextFile } from '#core/context-file.ts';
import { isSummary } from '#core/is-summary.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFold } from '#ui/shared/markdown/fold-context.ts';
import { Markdown } from '#ui/shared/markdown/markdown.tsx';
import {
  useChatScene,
  useChatStatus,
  useIsEdited,
  useUserMarks,
} from '#ui/features/conversation/scene/chat-context.ts';
import { MessageOptionList } from '#ui/features/conversation/message-options/message-option-list.tsx';
import { optionsOf } from '#ui/features/conversation/message-options/options-of.ts';
import { ActionButton } from './action-button.tsx';
import { Attachments } from './attachments.tsx';
import { RawBlock } from './raw-block.tsx';
import { AutomationMessage } from './automation-message.tsx';
import { ContextFiles } from './context-files.tsx';
import { MessageEditor } from './message-editor.tsx';
import { MessageMenuButton } from './message-menu.tsx';
import { MessageTime } from './message-time.tsx';
import { textOf } from '#core/message-text.ts';
import { SiblingSwitcher } from './sibling-switcher.tsx';
import { SummaryMessage } from './summary-message.tsx';
import css from './message.module.css';

const LONG_TEXT = 1600;
const LONG_LINES = 22;
/** More than fits into the folded height, so that the rest of a megabyte isn't laid out while folded. */
const FOLDED_TEXT = 3000;

export const isLong = (text: string): boolean =>
  text.length > LONG_TEXT || text.split('\n', LONG_LINES + 1).length > LONG_LINES;

const NO_FILES: readonly ContextFile[] = [];

/** A message of the user, or one that Baton wrote in their place. */
export function UserMessage({ message }: { message: StoredMessage }) {
  const isEdited = useIsEdited(message.id);
  const { contextFiles } = useUserMarks();
  if (isSummary(message)) return <SummaryMessage message={message} />;
  if (isEdited) return <MessageEditor message={message} />;
  return <Question message={message} files={contextFiles.get(message.id) ?? NO_FILES} />;
}

interface QuestionProps {
  message: StoredMessage;
  files: readonly ContextFile[];
}

/** The user's question: set like the answer, on its own background. */
const Question = memo(function Question({ message, files }: QuestionProps) {
  const t = useT('chat');
  const runs = useT('runs');
  const copy = useCopy();
  const text = textOf(message);
  const long = isLong(text);
  const [open, setOpen] = useFold('text', false, () => text);
  const ended = readTaskNote(message);
  const order = message.author === 'automation' && message.parentId === null;
  if (ended !== null) return <p className={css['automation']}>{runs('task.ended', { title: ended })}</p>;
  if (message.author === 'automation' && !order)
    return (
      <>
        <AutomationMessage text={text} />
        <ContextFiles files={files} />
      </>
    );
  return (
    <>
      {order ? (
        <h2 className={css['automation']}>{runs('task.order')}</h2>
      ) : (
        <h2 className="visually-hidden">{t('message.you')}</h2>
      )}
      <div className={css['question']}>
        <Attachments parts={message.parts} />
        {message.parts.map((part, at) =>
          // oxlint-disable-next-line react/no-array-index-key -- stored parts never change their order
          part.type === 'vendor_block' ? <RawBlock key={at} kind={part.kind} data={part.data} /> : null,
        )}
        {text !== '' && (
          <div className={css['questionText']} data-folded={(long && !open) || undefined}>
            <Markdown text={long && !open ? text.slice(0, FOLDED_TEXT) : text} />
          </div>
        )}
        {long && (
          <button type="button" className={css['unfold']} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('message.fold') : t('message.unfold')}
          </button>
        )}
        <div className={css['asks']}>
          <MessageOptionList asks={optionsOf(message)} />
        </div>
      </div>
      <ContextFiles files={files} />
      <footer className={css['footer']}>
        <span className={css['actions']}>
          <MessageTime at={message.createdAt} />
          <EditAction message={message} />
          <ActionButton label={t('message.copy')} icon={<Copy aria-hidden />} onClick={() => void copy(text)} />
          {!order && <MessageMenuButton message={message} />}
        </span>
        <SiblingSwitcher message={message} />
      </footer>
    </>
  );
});

function EditAction({ message }: { message: StoredMessage }) {
  const t = useT('chat');
  const { actions } = useChatScene();
  const { running, readOnly } = useChatStatus();
  return (
    <ActionButton
      label={t('message.edit')}
      icon={<Pencil aria-hidden />}
      disabled={running || readOnly}
      onClick={() => actions.startEdit(message)}
    />
  );
}
