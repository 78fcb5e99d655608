import { startScreenTexts } from '#texts/start-texts.ts';
import { useId, type ReactNode } from 'react';
import type { DatabaseRecovery } from '#history/recovery/create-database-recovery.ts';
import type { LeftOut } from '#history/recovery/left-out.ts';
import { toStorageError } from '#storage/storage-error.ts';
import type { Language } from '#texts/languages.ts';
import { errorMessage } from '#core/thrown.ts';
import { Details } from './screen.tsx';
import css from './start-screen.module.css';

export interface SectionProps {
  rescue: DatabaseRecovery;
  language: Language;
  /** In the desktop app storage can be set aside; a browser deletes it. */
  isDesktop: boolean;
  /** The sections contain the main action of the screen. */
  leads?: boolean;
  reload: () => void;
  /** A history is back, but for these parts. */
  onRestored: (damaged: readonly LeftOut[]) => void;
}

/** One way out when the history doesn't open. */
export function Section({ title, body, children }: { title: string; body: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css['section']} aria-labelledby={id}>
      <h2 id={id} className={css['heading']}>
        {title}
      </h2>
      <p className={css['text']}>{body}</p>
      {children}
    </section>
  );
}

/** That it failed, and why. What the browser says about it is a detail. */
export function FailureMessage({ error, language }: { error: unknown; language: Language }) {
  const { start, failures } = startScreenTexts(language);
  const { code, detail } = toStorageError(error);
  const own = detail || errorMessage(error);
  return (
    <>
      <p className={css['failure']} role="alert">
        {start.didNotWork} {code === 'unknown' ? start.otherWays : failures[code]}
      </p>
      <Details summary={start.details} text={`${code}: ${own}`} />
    </>
  );
}
