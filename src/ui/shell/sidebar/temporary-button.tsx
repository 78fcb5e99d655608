import { MessageCircleDashed } from 'lucide-react';
import { useTemporaryChat } from '#ui/data/temporary-chats.ts';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFrameKeys } from '#ui/kit/keyboard/use-frame-keys.ts';
import { useFrame } from '#ui/shell/scene/frame-context.ts';
import css from './temporary-button.module.css';

/** Begins a temporary chat, or leads back to the one of this window. */
export function TemporaryButton() {
  const t = useT('temporary');
  const keys = useFrameKeys();
  const { commands } = useFrame();
  const isOpen = useTemporaryChat() !== null;
  return (
    <IconButton
      label={t(isOpen ? 'open' : 'begin')}
      keys={keys.temporary}
      icon={<MessageCircleDashed />}
      {...(isOpen && { className: css['open'] })}
      onClick={commands.temporaryChat}
    />
  );
}
