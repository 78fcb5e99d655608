import { CircleArrowUp } from 'lucide-react';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import banner from '#ui/kit/controls/banner.module.css';
import { formatDay } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { PackageActions } from './package-actions.tsx';
import { ReleaseNotes } from './release-notes.tsx';
import { useUpdateState } from './use-update-state.ts';
import { useUpdateAction } from './use-update-action.ts';
import css from './updates.module.css';

/** Says that there is a newer version, until the user dismisses it. */
export function UpdateBanner() {
  const t = useT('updates');
  const language = useLanguage();
  const { updates } = useServices();
  const state = useUpdateState();
  const act = useUpdateAction();
  if (!state?.newer || state.quiet) return null;
  const { newer } = state;
  const { version, date } = newer;
  return (
    <div className={banner['banner']} role="status" data-update={version}>
      <CircleArrowUp aria-hidden />
      <p className={banner['text']}>
        <strong>{t('newer', { version })}</strong> <span>{t('newerBody', { date: formatDay(date, language) })}</span>
      </p>
      <div className={banner['buttons']}>
        <Button small variant="quiet" onClick={() => act(updates.quiet({ version, how: 'skip' }))}>
          {t('skip')}
        </Button>
        <Button small variant="quiet" onClick={() => act(updates.quiet({ version, how: 'later' }))}>
          {t('later')}
        </Button>
      </div>
      <PackageActions release={newer} />
      <ReleaseNotes release={newer} className={css['below']} />
    </div>
  );
}
