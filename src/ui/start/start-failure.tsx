import type { StorageError } from '#storage/storage-error.ts';
import { START_FAILURE_TEXTS } from './start-failure-texts.ts';
import css from './start-failure.module.css';

/** All there is when the history cannot be opened: what happened, that nothing is lost, and what to do. */
export function StartFailure({ error, onRetry }: { error: StorageError; onRetry: () => void }) {
  const texts = START_FAILURE_TEXTS[document.documentElement.lang === 'ko' ? 'ko' : 'en'];
  return (
    <main className={css['screen']} role="alert">
      <h1 className={css['title']}>{texts.title}</h1>
      <p className={css['text']}>{texts.reasons[error.code]}</p>
      <p className={css['text']}>{texts.kept}</p>
      <button type="button" className={css['button']} onClick={onRetry}>
        {texts.reload}
      </button>
      <details className={css['details']}>
        <summary>{texts.details}</summary>
        <pre>
          {error.code}: {error.detail || error.message}
        </pre>
      </details>
    </main>
  );
}
