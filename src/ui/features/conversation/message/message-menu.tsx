import { Menu } from '@base-ui/react/menu';
import {
  Columns2,
  Ellipsis,
  EyeOff,
  FileCode,
  GitFork,
  Pencil,
  Replace,
  TextQuote,
  Trash2,
  Type,
  Volume2,
} from 'lucide-react';
import { createContext, use, useRef, useState, type ReactNode } from 'react';
import { textOf } from '#core/message-text.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { useIsTemporary } from '#ui/data/temporary-chats.ts';
import { iconButtonClass } from '#ui/kit/controls/button.tsx';
import menu from '#ui/kit/controls/menu.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useOpenOutput } from '#ui/features/conversation/agent/output/output-context.ts';
import { useChatScene, useChatStatus, useIsExcluded } from '#ui/features/conversation/scene/chat-context.ts';
import { useReadAloud } from '#ui/features/conversation/speech/read-aloud.tsx';
import { composerOf } from '#ui/shared/navigation/focus-composer.ts';
import { quoteOf } from './quote-of.ts';
import { useCopyFormatted } from './use-copy-formatted.ts';
import { useAnswerText } from './use-answer-text.ts';

const MessageMenuContext = createContext<Menu.Handle<StoredMessage> | null>(null);

/** Less frequent actions of the messages inside. One menu serves all of them, so that a message has only a button. */
export function MessageMenu({ children }: { children: ReactNode }) {
  const [handle] = useState(() => Menu.createHandle<StoredMessage>());
  /** The message box takes the focus once it can: while the menu is open, nothing else can have it. */
  const quoted = useRef(false);
  return (
    <MessageMenuContext value={handle}>
      {children}
      <Menu.Root handle={handle} onOpenChange={(open) => (quoted.current &&= !open)}>
        {({ payload: message }) => (
          <Menu.Portal>
            <Menu.Positioner className={menu['positioner']} align="end" sideOffset={4}>
              <Menu.Popup className={menu['popup']} finalFocus={() => (quoted.current && composerOf()) || true}>
                {message && <MessageMenuItems message={message} onQuote={() => (quoted.current = true)} />}
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        )}
      </Menu.Root>
    </MessageMenuContext>
  );
}

interface MessageMenuProps {
  message: StoredMessage;
}

export function MessageMenuButton({ message }: MessageMenuProps) {
  const t = useT('tree');
  const handle = use(MessageMenuContext);
  if (!handle) throw new Error('MessageMenuContext is missing');
  return (
    <Menu.Trigger
      handle={handle}
      payload={message}
      id={`menu-${message.id}`}
      className={iconButtonClass(true)}
      aria-label={t('menu.label')}
      title={t('menu.label')}
    >
      <Ellipsis aria-hidden />
    </Menu.Trigger>
  );
}

interface ItemProps {
  icon: ReactNode;
  label: string;
  disabled?: boolean;
  danger?: boolean;
  onClick: () => void;
}

const Item = ({ icon, label, disabled = false, danger, onClick }: ItemProps) => (
  <Menu.Item
    className={danger ? `${menu['item']} ${menu['danger']}` : menu['item']}
    disabled={disabled}
    onClick={onClick}
  >
    {icon}
    {label}
  </Menu.Item>
);

interface MessageMenuItemsProps extends MessageMenuProps {
  /** Called when the message box is to get the focus. */
  onQuote: () => void;
}

function MessageMenuItems({ message, onQuote }: MessageMenuItemsProps) {
  const t = useT('tree');
  const { actions, compared } = useChatScene();
  const { running, readOnly } = useChatStatus();
  const isExcluded = useIsExcluded(message.id);
  const isTemporary = useIsTemporary();
  const answer = message.role === 'assistant';
  const blocked = running || readOnly;
  return (
    <>
      {answer && !compared && (
        <Item
          icon={<Replace aria-hidden />}
          label={t('again.item')}
          disabled={blocked}
          onClick={() => actions.askAnother(message)}
        />
      )}
      {answer && (
        <Item
          icon={<Columns2 aria-hidden />}
          label={t('with.item')}
          disabled={blocked}
          onClick={() => actions.askBeside(message)}
        />
      )}
      {!isTemporary && (
        <Item
          icon={<GitFork aria-hidden />}
          label={t(answer ? 'fork.item' : 'fork.itemAnew')}
          onClick={() => actions.forkAt(message)}
        />
      )}
      <TextItems message={message} blocked={blocked} onQuote={onQuote} />
      {!compared && (
        <>
          <Menu.Separator className={menu['separator']} />
          <Item
            icon={<EyeOff aria-hidden />}
            label={t('exclude.item')}
            disabled={blocked || isExcluded}
            onClick={() => actions.exclude({ message: message.id }, true)}
          />
          <Item
            danger
            icon={<Trash2 aria-hidden />}
            label={t('delete.item')}
            disabled={blocked}
            onClick={() => actions.remove({ message: message.id })}
          />
        </>
      )}
    </>
  );
}

/** What can be done with the text of a message. */
function TextItems({ message, blocked, onQuote }: MessageMenuItemsProps & { blocked: boolean }) {
  const t = useT('tree');
  const { actions, compared } = useChatScene();
  const copyFormatted = useCopyFormatted();
  const show = useOpenOutput();
  const answerText = useAnswerText();
  const readAloud = useReadAloud();
  const speech = useT('speech');
  const text = textOf(message);
  const answer = message.role === 'assistant';
  const isEditable = answer && !compared && !message.parts.some(({ type }) => type === 'tool_call');
  if (text === '') return null;
  return (
    <>
      <Menu.Separator className={menu['separator']} />
      {isEditable && (
        <Item
          icon={<Pencil aria-hidden />}
          label={t('edit.item')}
          disabled={blocked}
          onClick={() => actions.startEdit(message)}
        />
      )}
      <Item
        icon={<TextQuote aria-hidden />}
        label={t('quote.item')}
        onClick={() => {
          onQuote();
          actions.draft(quoteOf(text));
        }}
      />
      <Item
        icon={<Type aria-hidden />}
        label={t('formatted.item')}
        onClick={() => void answerText(message).then(copyFormatted)}
      />
      {readAloud && (
        <Item
          icon={<Volume2 aria-hidden />}
          label={speech('item')}
          disabled={message.status === 'streaming'}
          onClick={() => readAloud(message)}
        />
      )}
      {show && (
        <Item
          icon={<FileCode aria-hidden />}
          label={t('source.item')}
          onClick={() => show({ tool: t('source.title'), load: () => Promise.resolve(text) })}
        />
      )}
    </>
  );
}
