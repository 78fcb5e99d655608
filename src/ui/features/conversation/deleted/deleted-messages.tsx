import { Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { targetKey } from '#core/normalize/base/overlays.ts';
import { textOf } from '#core/message-text.ts';
import { plainExcerpt } from '#markdown/plain-excerpt.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import rows from '#ui/kit/controls/rows.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { MessageTime } from '#ui/features/conversation/message/message-time.tsx';
import { useChatScene, useChatStatus } from '#ui/features/conversation/scene/chat-context.ts';
import { useToolName } from '#ui/shared/servers/use-tool-name.ts';
import { useDeletedEntries, type DeletedEntry } from './use-deleted-entries.ts';
import css from './deleted-messages.module.css';

const EXCERPT = 240;

/** What the user deleted in this conversation, in every branch, to restore it. */
export function DeletedMessages({ onClose }: { onClose: () => void }) {
  const t = useT('tree');
  const { sessionId, actions } = useChatScene();
  const { running, readOnly } = useChatStatus();
  const entries = useDeletedEntries(sessionId);
  const done = useRef<HTMLButtonElement>(null);
  const blocked = running || readOnly;
  return (
    <Modal
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={t('deleted.title')}
      description={t('deleted.body')}
      initialFocus={done}
      footer={
        <>
          {entries && entries.length > 1 && (
            <Button
              disabled={blocked}
              onClick={() => {
                for (const { target } of entries) actions.restore(target);
                onClose();
              }}
            >
              {t('deleted.restoreAll')}
            </Button>
          )}
          <Button ref={done} variant="primary" onClick={onClose}>
            {t('deleted.close')}
          </Button>
        </>
      }
    >
      {entries?.length === 0 && <p className={rows['none']}>{t('deleted.none')}</p>}
      {entries && entries.length > 0 && (
        <ul className={rows['list']}>
          {entries.map((entry) => (
            <Entry
              key={targetKey(entry.target)}
              entry={entry}
              blocked={blocked}
              onRestore={() => {
                actions.restore(entry.target);
                done.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
    </Modal>
  );
}

interface EntryProps {
  entry: DeletedEntry;
  blocked: boolean;
  onRestore: () => void;
}

function Entry({ entry: { target, message }, blocked, onRestore }: EntryProps) {
  const t = useT('tree');
  const name = useNameOf();
  const excerpt = plainExcerpt(wordsOf(message, target.part), EXCERPT);
  const who = name(message, target.part);
  return (
    <li className={`${rows['row']} ${css['entry']}`}>
      <div className={css['words']}>
        <p className={css['who']}>
          <bdi>{who}</bdi>
          <MessageTime at={message.createdAt} />
        </p>
        <p className={css['excerpt']}>
          <bdi>{excerpt}</bdi>
        </p>
      </div>
      <Button
        small
        icon={<Undo2 aria-hidden />}
        disabled={blocked}
        aria-label={t('deleted.restoreOf', { who, text: excerpt.slice(0, 60) })}
        onClick={onRestore}
      >
        {t('deleted.restore')}
      </Button>
    </li>
  );
}

function wordsOf(message: StoredMessage, part: number | undefined): string {
  if (part === undefined) return textOf(message);
  const result = message.parts[part];
  return result?.type === 'tool_result' ? result.text : '';
}

/** Who wrote a message, or the tool of a result. */
function useNameOf(): (message: StoredMessage, part: number | undefined) => string {
  const t = useT('chat');
  const { describe } = useChatScene();
  const toolName = useToolName();
  return (message, part) => {
    const result = part === undefined ? undefined : message.parts[part];
    if (result?.type === 'tool_result') return toolName(result.name ?? '').tool || t('tool.unnamed');
    if (message.role === 'user') return t(message.author ? 'message.baton' : 'message.you');
    if (message.origin) return describe(message.origin).label;
    return t(message.edited ? 'message.edited' : 'message.unknownModel');
  };
}
