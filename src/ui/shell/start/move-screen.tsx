import { startScreenTexts } from '#texts/start-texts.ts';
import type { MoveQuestion } from '#flows/origin-migration/import-from-former-origin.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Details, languageOfPage, Screen, Working } from './screen.tsx';
import css from './start-screen.module.css';

/** At the former address, while the history is being read there. */
export function MovePage({ rows, failed, back }: { rows: number; failed: boolean; back: () => void }) {
  const language = languageOfPage();
  const texts = startScreenTexts(language).move;
  if (failed)
    return (
      <Screen title={texts.lost}>
        <p className={css['text']}>{texts.lostBody}</p>
        <div className={css['buttons']}>
          <Button variant="primary" onClick={back}>
            {texts.back}
          </Button>
        </div>
      </Screen>
    );
  return <Moving title={texts.sending} count={rows === 0 ? null : texts.rows(rows.toLocaleString(language))} />;
}

/** Here, while the history is being inserted. */
export function MoveProgress({ done, of }: { done: number; of: number }) {
  const language = languageOfPage();
  const texts = startScreenTexts(language).move;
  const count = texts.rowsOf(done.toLocaleString(language), of.toLocaleString(language));
  return <Moving title={texts.taking} count={of === 0 ? null : count} />;
}

function Moving({ title, count }: { title: string; count: string | null }) {
  return (
    <Working title={title}>
      {count !== null && <p className={css['text']}>{count}</p>}
      <p className={css['text']}>{startScreenTexts(languageOfPage()).move.patience}</p>
    </Working>
  );
}

interface MoveScreenProps {
  question: MoveQuestion;
  onAnswer: (answer: 'again' | 'anyway') => void;
}

/** The result of the migration. */
export function MoveScreen({ question, onAnswer }: MoveScreenProps) {
  const texts = startScreenTexts(languageOfPage()).move;
  if (question.kind === 'moved')
    return (
      <Screen title={texts.moved}>
        <p className={css['text']}>{texts.movedBody(question.counts.conversations, question.counts.messages)}</p>
        {question.missing > 0 && <p className={css['text']}>{texts.movedMissing(question.missing)}</p>}
        <p className={css['text']}>{texts.movedKept}</p>
        <div className={css['buttons']}>
          <Button variant="primary" onClick={() => onAnswer('anyway')}>
            {texts.go}
          </Button>
        </div>
      </Screen>
    );
  return (
    <Screen title={texts.notMoved}>
      <p className={css['text']}>{texts.notMovedBody}</p>
      <p className={css['text']}>{texts.later}</p>
      <div className={css['buttons']}>
        <Button variant="primary" onClick={() => onAnswer('again')}>
          {texts.again}
        </Button>
        <Button onClick={() => onAnswer('anyway')}>{texts.anyway}</Button>
      </div>
      {question.detail !== null && <Details summary={texts.details} text={question.detail} />}
    </Screen>
  );
}
