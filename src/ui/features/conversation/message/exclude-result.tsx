import { EyeOff } from 'lucide-react';
import { exclusionKey } from '#ui/data/use-exclusions.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useChatScene, useChatStatus, useIsExcluded } from '#ui/features/conversation/scene/chat-context.ts';
import css from './tool-call.module.css';

interface ResultPlace {
  place: { message: string; part: number };
}

/** Excludes one result from requests, or includes it again. */
export function ExcludeResult({ place }: ResultPlace) {
  const t = useT('chat');
  const { actions } = useChatScene();
  const { running, readOnly } = useChatStatus();
  const isExcluded = useIsExcluded(exclusionKey(place));
  return (
    <div>
      <Button
        small
        variant="quiet"
        icon={<EyeOff aria-hidden />}
        disabled={running || readOnly}
        onClick={() => actions.exclude(place, !isExcluded)}
      >
        {t(isExcluded ? 'excluded.include' : 'excluded.exclude')}
      </Button>
    </div>
  );
}

/** Marks a result that is excluded. */
export function ExcludedResult({ place }: ResultPlace) {
  const t = useT('chat');
  if (!useIsExcluded(exclusionKey(place))) return null;
  return <EyeOff className={css['mark']} role="img" aria-label={t('excluded.label')} />;
}
