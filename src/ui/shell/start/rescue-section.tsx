import { startScreenTexts } from '#texts/start-texts.ts';
import { useId, type ReactNode } from 'react';
import type { LeftOut } from '#history/archive/restore-archive.ts';
import type { DatabaseRecovery } from '#history/recovery/create-database-recovery.ts';
import { toStorageError } from '#storage/storage-error.ts';
import type { Language } from '#texts/languages.ts';
import { errorMessage } from '#core/thrown.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import css from './start-screen.module.css';

export interface SectionProps {
  rescue: DatabaseRecovery;
  language: Language;
  /** In the desktop app storage can be set aside; a browser deletes it. */
  isDesktop: boolean;
  /** The sections contain the main action of the screen. */
  leads?: boolean;
  reload: () => void;
}

/** One way out when the history doesn't open. */
export function Section({ title, body, children }: { title: string; body?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css['section']} aria-labelledby={id}>
      <h2 id={id} className={css['heading']}>
        {title}
      </h2>
      {body !== undefined && <p className={css['text']}>{body}</p>}
      {children}
    </section>
  );
}

/** Why it failed. */
export function FailureMessage({ error, language }: { error: unknown; language: Language }) {
  const { code } = toStorageError(error);
  const own = errorMessage(error);
  return (
    <p className={css['failure']} role="alert">
      {startScreenTexts(language).start.didNotWork}{' '}
      {code === 'unknown' ? own : startScreenTexts(language).failures[code]}
    </p>
  );
}

interface RestoredWithoutProps extends Pick<SectionProps, 'language' | 'reload'> {
  damaged: readonly LeftOut[];
}

/** The history is back, but for what the backup lacks. It opens once the user has read that. */
export function RestoredWithout({ damaged, language, reload }: RestoredWithoutProps) {
  const { start, move } = startScreenTexts(language);
  return (
    <Section title={start.restored}>
      <p className={css['text']} role="alert">
        {damaged.map((part) => start.restoredWithout[part]).join(' ')}
      </p>
      <div className={css['buttons']}>
        <Button autoFocus variant="primary" onClick={reload}>
          {move.go}
        </Button>
      </div>
    </Section>
  );
}
