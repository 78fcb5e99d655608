import { startScreenTexts } from '#texts/start-texts.ts';
import { useState } from 'react';
import { useSubmission } from '#ui/data/use-submission.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import type { Language } from '#texts/languages.ts';
import { Section, FailureMessage } from './rescue-section.tsx';
import css from './start-screen.module.css';

interface AskFirstProps {
  title: string;
  body: string;
  button: string;
  /** The question, and its confirmation button. */
  sure: string;
  yes: string;
  act: () => Promise<void>;
  language: Language;
}

/** An action that needs a second click. */
export function AskFirst({ title, body, button, sure, yes, act, language }: AskFirstProps) {
  const [asking, setAsking] = useState(false);
  const { busy, error, submit } = useSubmission();
  const actNow = () =>
    submit(() =>
      act().catch((failure: unknown) => {
        setAsking(false);
        throw failure;
      }),
    );
  return (
    <Section title={title} body={body}>
      {asking ? (
        <>
          <p className={css['sure']} role="status">
            {sure}
          </p>
          <div className={css['buttons']}>
            {/* Appears in place of the button that asked, so that the focus stays on the harmless answer. */}
            <Button autoFocus onClick={() => setAsking(false)}>
              {startScreenTexts(language).start.cancel}
            </Button>
            <Button variant="danger" busy={busy} onClick={() => void actNow()}>
              {yes}
            </Button>
          </div>
        </>
      ) : (
        <Button onClick={() => setAsking(true)}>{button}</Button>
      )}
      {error !== null && <FailureMessage error={error} language={language} />}
    </Section>
  );
}
