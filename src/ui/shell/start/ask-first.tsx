import { useState } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import type { Language } from '#ui/kit/theme/appearance.ts';
import { Section, FailureMessage } from './rescue-section.tsx';
import { START_TEXTS } from '#ui/shared/recovery/start-texts.ts';
import css from './start-screen.module.css';

interface AskFirstProps {
  title: string;
  body: string;
  button: string;
  /** The question, and the button that says yes to it. */
  sure: string;
  yes: string;
  act: () => Promise<void>;
  language: Language;
}

/** A way out that needs a second click. */
export function AskFirst({ title, body, button, sure, yes, act, language }: AskFirstProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [trouble, setFailure] = useState<unknown>(null);
  const actNow = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure(error);
      setAsking(false);
    }
    setBusy(false);
  };
  return (
    <Section title={title} body={body}>
      {asking ? (
        <>
          <p className={css['sure']} role="status">
            {sure}
          </p>
          <div className={css['buttons']}>
            {/* Where the button was that asked: the keyboard stays on the harmless answer. */}
            <Button autoFocus onClick={() => setAsking(false)}>
              {START_TEXTS[language].cancel}
            </Button>
            <Button variant="danger" busy={busy} onClick={() => void actNow()}>
              {yes}
            </Button>
          </div>
        </>
      ) : (
        <Button onClick={() => setAsking(true)}>{button}</Button>
      )}
      {trouble !== null && <FailureMessage error={trouble} language={language} />}
    </Section>
  );
}
