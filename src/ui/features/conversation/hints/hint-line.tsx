import { useStore } from 'zustand';
import { useSeenHints } from '#ui/data/preferences.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { focusComposer } from '#ui/shared/navigation/focus-composer.ts';
import { currentHint, dismissHint } from './current-hint.ts';
import { HINTS } from './hint-table.tsx';
import css from './hint-line.module.css';

/** Explains what has just come to the screen for the first time, in one line that goes away. */
export function HintLine() {
  const t = useT('hints');
  const [seen, setSeen] = useSeenHints();
  const current = useStore(currentHint, ({ id }) => id);
  const id = current !== null && !seen.includes(current) ? current : null;
  return (
    <>
      {/* Always there, so that what comes into it is read aloud. */}
      <output className="visually-hidden" aria-live="polite">
        {id && t(id)}
      </output>
      {id && (
        <aside className={css['hint']} aria-label={t('label')}>
          <span className={css['icon']}>{HINTS[id]}</span>
          <p>{t(id)}</p>
          <Button
            small
            variant="quiet"
            onClick={() => {
              setSeen([...seen, id]);
              dismissHint();
              focusComposer();
            }}
          >
            {t('dismiss')}
          </Button>
        </aside>
      )}
    </>
  );
}
