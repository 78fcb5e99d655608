import { useEffect, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Section, Trouble, type SectionProps } from './rescue-section.tsx';
import { START_TEXTS } from './start-texts.ts';
import css from './start-screen.module.css';

/** The last way out of a store that lets nothing be opened, offered only where something can be brought back. */
export function ClearSection({ rescue, language, reload }: SectionProps) {
  const texts = START_TEXTS[language];
  const [hasCopy, setHasCopy] = useState(false);
  const [asking, setAsking] = useState(false);
  const [trouble, setTrouble] = useState<unknown>(null);
  useEffect(() => {
    let shown = true;
    const look = async () => (await rescue.journals()).length + (await rescue.snapshots()).length > 0;
    look().then(
      (found) => shown && setHasCopy(found),
      // The sections above say that the host does not answer.
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, [rescue]);
  const clear = async () => {
    try {
      await rescue.clearStore();
      reload();
    } catch (error) {
      setTrouble(error);
      setAsking(false);
    }
  };
  if (!hasCopy) return null;
  return (
    <Section title={texts.clear} body={texts.clearBody}>
      {asking ? (
        <>
          <p className={css['text']} role="status">
            {texts.clearSure}
          </p>
          <div className={css['buttons']}>
            {/* Where the button was that asked: the keyboard stays on the harmless answer. */}
            <Button autoFocus onClick={() => setAsking(false)}>
              {texts.cancel}
            </Button>
            <Button variant="danger" onClick={() => void clear()}>
              {texts.clearYes}
            </Button>
          </div>
        </>
      ) : (
        <Button onClick={() => setAsking(true)}>{texts.clearButton}</Button>
      )}
      {trouble !== null && <Trouble error={trouble} language={language} />}
    </Section>
  );
}
