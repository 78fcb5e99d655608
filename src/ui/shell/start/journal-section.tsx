import { startScreenTexts } from '#texts/start-texts.ts';
import { useEffect, useState } from 'react';
import type { Journal } from '#contract/journal.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { formatDateTime } from '#ui/kit/i18n/format.ts';
import { Section, FailureMessage, type SectionProps } from './rescue-section.tsx';
import css from './start-screen.module.css';

/** The journal with the newest messages. Renders nothing without one: snapshots are offered below. */
export function JournalSection({ rescue, language, leads, onRestored }: SectionProps) {
  const texts = startScreenTexts(language).start;
  const [journals, setJournals] = useState<readonly Journal[]>([]);
  const [busy, setBusy] = useState<{ profile: string; done: number; of: number } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    let shown = true;
    rescue.journals().then(
      (found) => shown && setJournals(found),
      (error: unknown) => shown && setFailure(error),
    );
    return () => {
      shown = false;
    };
  }, [rescue]);
  const replay = async (journal: Journal) => {
    const { profile } = journal;
    setFailure(null);
    setBusy({ profile, done: 0, of: 0 });
    try {
      onRestored(await rescue.replay(journal, (done, of) => setBusy({ profile, done, of })));
    } catch (error) {
      setFailure(error);
      setBusy(null);
    }
  };
  if (journals.length === 0 && failure === null) return null;
  return (
    <Section title={texts.journal} body={texts.journalBody}>
      <ul className={css['list']}>
        {journals.map((journal, index) => {
          const when = formatDateTime(journal.at, language);
          const own = busy?.profile === journal.profile;
          return (
            <li key={journal.profile} className={css['row']}>
              <span className={css['what']}>
                <span>{texts.journalUntil(when)}</span>
                <span className={css['holds']}>{texts.snapshotHolds(journal.conversations, journal.messages)}</span>
              </span>
              <Button
                small
                variant={leads && index === 0 ? 'primary' : 'plain'}
                busy={own}
                disabled={busy !== null && !own}
                aria-label={texts.journalOf(when)}
                onClick={() => void replay(journal)}
              >
                {texts.journalButton}
              </Button>
            </li>
          );
        })}
      </ul>
      <p className={css['said']} role="status">
        {busy !== null &&
          (busy.of > 0
            ? texts.restoring(busy.done.toLocaleString(language), busy.of.toLocaleString(language))
            : texts.journalWorking)}
      </p>
      {failure !== null && <FailureMessage error={failure} language={language} />}
    </Section>
  );
}
