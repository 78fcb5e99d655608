import { EyeOff, Trash2, Undo2 } from 'lucide-react';
import { targetKey } from '#core/normalize/base/overlays.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import {
  useChatScene,
  useChatStatus,
  useIsDeleted,
  useIsExcluded,
} from '#ui/features/conversation/scene/chat-context.ts';
import css from './tool-call.module.css';

interface ResultPlace {
  place: { message: string; part: number };
}

/** Excludes one result from requests, or includes it again; deletes it. */
export function ResultActions({ place }: ResultPlace) {
  const t = useT('chat');
  const tree = useT('tree');
  const { actions } = useChatScene();
  const { running, readOnly } = useChatStatus();
  const isExcluded = useIsExcluded(targetKey(place));
  return (
    <div className={css['resultActions']}>
      <Button
        small
        variant="quiet"
        icon={<EyeOff aria-hidden />}
        disabled={running || readOnly}
        onClick={() => actions.exclude(place, !isExcluded)}
      >
        {t(isExcluded ? 'excluded.include' : 'excluded.exclude')}
      </Button>
      <Button
        small
        variant="quiet"
        icon={<Trash2 aria-hidden />}
        disabled={running || readOnly}
        onClick={() => actions.remove(place)}
      >
        {tree('delete.result')}
      </Button>
    </div>
  );
}

/** Instead of a result that was deleted. */
export function DeletedResult({ place }: ResultPlace) {
  const t = useT('chat');
  const tree = useT('tree');
  const { actions } = useChatScene();
  const { running, readOnly } = useChatStatus();
  return (
    <div className={css['resultActions']}>
      <span className={css['label']}>{t('deleted.result')}</span>
      <Button
        small
        variant="quiet"
        icon={<Undo2 aria-hidden />}
        disabled={running || readOnly}
        onClick={() => actions.restore(place)}
      >
        {tree('deleted.restore')}
      </Button>
    </div>
  );
}

/** Marks a result that is excluded or deleted. */
export function ResultMark({ place }: ResultPlace) {
  const t = useT('chat');
  const key = targetKey(place);
  const isExcluded = useIsExcluded(key);
  if (useIsDeleted(key)) return <Trash2 className={css['mark']} role="img" aria-label={t('deleted.result')} />;
  return isExcluded && <EyeOff className={css['mark']} role="img" aria-label={t('excluded.label')} />;
}
