import { Menu } from '@base-ui/react/menu';
import { Columns2, Ellipsis, GitFork, Replace } from 'lucide-react';
import type { StoredMessage } from '#storage/rows.ts';
import { iconButtonClass } from '#ui/kit/controls/button.tsx';
import menu from '#ui/kit/controls/menu.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useChatScene, useChatStatus } from '#ui/features/conversation/scene/chat-context.ts';

interface MessageMenuProps {
  message: StoredMessage;
}

/** Less frequent actions of a message: other models, other conversations. */
export function MessageMenu({ message }: MessageMenuProps) {
  const t = useT('tree');
  return (
    <Menu.Root>
      <Menu.Trigger className={iconButtonClass(true)} aria-label={t('menu.label')} title={t('menu.label')}>
        <Ellipsis aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menu['positioner']} align="end" sideOffset={4}>
          <Menu.Popup className={menu['popup']}>
            <MessageMenuItems message={message} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function MessageMenuItems({ message }: MessageMenuProps) {
  const t = useT('tree');
  const { actions, compared } = useChatScene();
  const { running, readOnly } = useChatStatus();
  const answer = message.role === 'assistant';
  const blocked = running || readOnly;
  return (
    <>
      {answer && !compared && (
        <Menu.Item className={menu['item']} disabled={blocked} onClick={() => actions.askAnother(message)}>
          <Replace aria-hidden />
          {t('again.item')}
        </Menu.Item>
      )}
      {answer && (
        <Menu.Item className={menu['item']} disabled={blocked} onClick={() => actions.askBeside(message)}>
          <Columns2 aria-hidden />
          {t('with.item')}
        </Menu.Item>
      )}
      <Menu.Item className={menu['item']} onClick={() => actions.forkAt(message)}>
        <GitFork aria-hidden />
        {t(answer ? 'fork.item' : 'fork.itemAnew')}
      </Menu.Item>
    </>
  );
}
