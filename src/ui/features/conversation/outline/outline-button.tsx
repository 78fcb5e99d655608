import { ListTree } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import type { KnownHeads } from '#ui/data/use-heads.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { formatKeys, isMac, keysFor } from '#ui/kit/keyboard/shortcut.ts';
import { useShortcuts } from '#ui/kit/keyboard/use-shortcuts.ts';
import { OUTLINE_SHORTCUTS } from '#ui/features/conversation/scene/chat-shortcuts.ts';

const Outline = lazyPart(async () => (await import('./outline.tsx')).Outline);

interface OutlineButtonProps {
  sessionId: string;
  /** Returns the message in view; `null` when none is rendered. */
  here: () => string | null;
  onGoTo: (messageId: string) => void;
}

/** Opens the outline of the conversation, and caches the heads it has read. */
export function OutlineButton({ sessionId, here, onGoTo }: OutlineButtonProps) {
  const t = useT('outline');
  const [known] = useState<KnownHeads>(() => new Map());
  const [from, setFrom] = useState<{ id: string | null } | null>(null);
  const show = () => setFrom({ id: here() });
  useShortcuts(OUTLINE_SHORTCUTS, show);
  const mac = isMac(navigator.platform);
  const [shortcut] = OUTLINE_SHORTCUTS;
  return (
    <>
      <IconButton
        label={t('open')}
        icon={<ListTree />}
        keys={formatKeys(keysFor(shortcut, mac), mac)}
        data-outline
        onClick={show}
      />
      {from && (
        <Outline
          sessionId={sessionId}
          known={known}
          here={from.id}
          onGoTo={(id) => {
            setFrom(null);
            onGoTo(id);
          }}
          onClose={() => setFrom(null)}
        />
      )}
    </>
  );
}
