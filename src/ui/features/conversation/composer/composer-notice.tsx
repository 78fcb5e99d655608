import type { Connection } from '#contract/connection.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useUnlock } from '#ui/shared/secrets/unlock.tsx';
import { useChatScene } from '#ui/features/conversation/scene/chat-context.ts';
import type { SendBlocker } from './send-blocker.ts';
import css from './composer.module.css';

/** Says why the message box can't send, with a way to fix it. */
export function ComposerNotice({ obstacle, connection }: { obstacle: SendBlocker; connection: Connection | null }) {
  const t = useT('chat');
  const unlock = useUnlock();
  const { actions } = useChatScene();
  const tree = useT('tree');
  if (obstacle === 'undecided' || obstacle === 'unanswered')
    return (
      <div className={css['notice']}>
        <output>{tree(`obstacle.${obstacle}`)}</output>
      </div>
    );
  return (
    <div className={css['notice']}>
      <output>{t(`obstacle.${obstacle}`, { connection: connection?.label ?? '' })}</output>
      {obstacle === 'locked' ? (
        <Button small onClick={unlock}>
          {t('error.unlock')}
        </Button>
      ) : obstacle === 'no-key' ? (
        <>
          <Button small onClick={() => actions.openSettings(connection?.id)}>
            {t('obstacle.addKey')}
          </Button>
          <Button small onClick={actions.pickModel}>
            {t('obstacle.pick')}
          </Button>
        </>
      ) : obstacle === 'no-connection' ? (
        <Button small onClick={actions.pickModel}>
          {t('obstacle.pick')}
        </Button>
      ) : null}
    </div>
  );
}
