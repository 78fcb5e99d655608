import { startScreenTexts } from '#texts/start-texts.ts';
import { useEffect, useState } from 'react';
import type { RetainedDatabase } from '#history/recovery/retained-databases.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { formatDateTime } from '#ui/kit/i18n/format.ts';
import { Section, FailureMessage, type SectionProps } from './rescue-section.tsx';
import css from './start-screen.module.css';

/** Shown when there is no space: retained databases, which can be removed. Renders nothing without any. */
export function RetainedSection({ rescue, language }: SectionProps) {
  const texts = startScreenTexts(language).start;
  const [retainedDatabases, setRetainedDatabases] = useState<readonly RetainedDatabase[]>([]);
  const [asked, setAsked] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    rescue.listRetained().then(setRetainedDatabases, setFailure);
  }, [rescue]);
  const remove = async (name: string) => {
    setAsked(null);
    setFailure(null);
    try {
      await rescue.removeRetained(name);
      setRetainedDatabases(await rescue.listRetained());
    } catch (error) {
      setFailure(error);
    }
  };
  if (retainedDatabases.length === 0 && failure === null) return null;
  return (
    <Section title={texts.freeSpace} body={texts.freeSpaceBody}>
      <ul className={css['list']}>
        {retainedDatabases.map(({ name, holds }) => (
          <li key={name} className={css['row']}>
            <span className={css['what']}>
              <span>{holds?.changedAt ? formatDateTime(holds.changedAt, language) : texts.retainedNoDate}</span>
              <span className={css['holds']}>
                {holds ? texts.snapshotHolds(holds.conversations, holds.messages) : texts.roomUnread}
              </span>
            </span>
            {asked === name ? (
              <>
                {/* Appears in place of the button that asked, so that the focus stays on the harmless answer. */}
                <Button small autoFocus onClick={() => setAsked(null)}>
                  {texts.cancel}
                </Button>
                <Button small variant="danger" onClick={() => void remove(name)}>
                  {texts.removeForGood}
                </Button>
              </>
            ) : (
              <Button small onClick={() => setAsked(name)}>
                {texts.roomButton}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {failure !== null && <FailureMessage error={failure} language={language} />}
    </Section>
  );
}
