import { MessageCircleDashed } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useTemporaryChat, type TemporaryChat } from '#ui/data/temporary-chats.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import banner from '#ui/kit/controls/banner.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { useKeep } from './use-keep.ts';
import css from './temporary.module.css';

/** Marks the temporary chat for as long as it is on the screen. Discarding it is leaving it, which asks first. */
export function TemporaryBar() {
  const chat = useTemporaryChat();
  return chat && <Bar chat={chat} />;
}

function Bar({ chat }: { chat: TemporaryChat }) {
  const t = useT('temporary');
  const keep = useKeep();
  const [keeping, setKeeping] = useState(false);
  const { db, agent } = chat.services;
  const messages = useLiveQuery(() => db.messages.count(), [db]) ?? 0;
  const running = useStore(agent.activeRuns.store, ({ runs }) => runs.length > 0);
  const store = async () => {
    setKeeping(true);
    await keep();
    setKeeping(false);
  };
  return (
    <div className={`${banner['banner']} ${css['bar']}`} role="note">
      <MessageCircleDashed aria-hidden />
      <p className={banner['text']}>
        <strong>{t('mark')}</strong> <span>{t('markBody')}</span>
      </p>
      <div className={banner['buttons']}>
        <Button small variant="quiet" onClick={() => navigate({ name: 'home' })}>
          {t('discard')}
        </Button>
        <Button
          small
          busy={keeping}
          disabled={running || messages === 0}
          {...(running && { title: t('keepRunning') })}
          onClick={() => void store()}
        >
          {t('keep')}
        </Button>
      </div>
    </div>
  );
}
