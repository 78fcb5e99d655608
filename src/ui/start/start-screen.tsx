import { useEffect, useRef, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Rescue } from '#flows/rescue/create-rescue.ts';
import type { StartAnswer, StartQuestion } from '#flows/rescue/open-history.ts';
import type { StorageError, StorageErrorCode } from '#storage/storage-error.ts';
import { Button } from '#ui/controls/button.tsx';
import { formatBytes, formatDateTime } from '#ui/i18n/format.ts';
import type { Language } from '#ui/theme/appearance.ts';
import { RescueSections, type RescueSection } from './rescue-sections.tsx';
import { START_FAILURE_TEXTS } from './start-failure-texts.ts';
import type { StartStages } from './start-stage.ts';
import { START_TEXTS } from './start-texts.ts';
import css from './start-screen.module.css';

interface StartScreenProps {
  stages: Pick<StartStages, 'store'>;
  rescue: Rescue;
  reload: () => void;
}

/** What helps against each kind of failure, in this order. */
const SECTIONS: Readonly<Record<StorageErrorCode, readonly RescueSection[]>> = {
  quota: ['save', 'room'],
  blocked: ['save'],
  'newer-version': ['save', 'snapshots'],
  'upgrade-refused': ['save', 'snapshots'],
  timeout: ['save', 'journal', 'snapshots', 'empty', 'clear'],
  unknown: ['save', 'journal', 'snapshots', 'empty', 'clear'],
  unreadable: ['save', 'journal', 'snapshots', 'empty', 'clear'],
  missing: ['save', 'journal', 'snapshots', 'empty'],
  vanished: ['journal', 'snapshots'],
  closed: [],
  unavailable: [],
};

const QUESTION_SECTIONS: Readonly<Record<StartQuestion['kind'], readonly RescueSection[]>> = {
  'no-snapshot': ['save'],
  'little-room': ['save', 'room'],
  held: ['save'],
  vanished: ['journal', 'snapshots'],
  'copy-found': ['journal', 'snapshots'],
  lost: ['journal', 'save'],
};

/** The page while it has no history to show: at work, with a question, or with a way out. Needs nothing that is stored. */
export function StartScreen({ stages, rescue, reload }: StartScreenProps) {
  const stage = useStore(stages.store, (state) => state.stage);
  const language: Language = document.documentElement.lang === 'ko' ? 'ko' : 'en';
  const texts = START_TEXTS[language];
  if (stage.kind === 'working') {
    const { progress } = stage;
    return (
      <main className={css['screen']}>
        <p className={css['title']} role="status">
          {progress ? texts[progress.step] : texts.working}
        </p>
        {progress && (
          <>
            <p className={css['text']}>{texts.rows(progress.rows.toLocaleString(language))}</p>
            <p className={css['text']}>{texts.patience}</p>
          </>
        )}
      </main>
    );
  }
  if (stage.kind === 'failed') {
    return (
      <Failed error={stage.error} language={language} reload={reload}>
        <RescueSections which={SECTIONS[stage.error.code]} rescue={rescue} language={language} reload={reload} />
      </Failed>
    );
  }
  return (
    <Question question={stage.question} language={language} onAnswer={stage.answer}>
      <RescueSections
        which={QUESTION_SECTIONS[stage.question.kind]}
        rescue={rescue}
        language={language}
        reload={reload}
      />
    </Question>
  );
}

interface FailedProps {
  error: StorageError;
  language: Language;
  reload: () => void;
  children: ReactNode;
}

function Failed({ error, language, reload, children }: FailedProps) {
  const texts = START_TEXTS[language];
  return (
    <Screen title={texts.failed}>
      <p className={css['text']}>{START_FAILURE_TEXTS[language].reasons[error.code]}</p>
      <p className={css['text']}>{texts.kept}</p>
      <div className={css['buttons']}>
        <Button variant="primary" onClick={reload}>
          {texts.retry}
        </Button>
      </div>
      {children}
      <Details language={language} text={`${error.code}: ${error.detail || error.message}`} />
    </Screen>
  );
}

interface QuestionProps {
  question: StartQuestion;
  language: Language;
  onAnswer: (answer: StartAnswer) => void;
  children: ReactNode;
}

function Question({ question, language, onAnswer, children }: QuestionProps) {
  const texts = START_TEXTS[language];
  const { title, body, anyway } = wordsOf(question, language);
  return (
    <Screen key={title} title={title}>
      <p className={css['text']}>{body}</p>
      {question.kind !== 'vanished' && question.kind !== 'copy-found' && <p className={css['text']}>{texts.kept}</p>}
      <div className={css['buttons']}>
        {/* The way out is one of the sections: trying again would change nothing. */}
        {question.kind !== 'lost' && (
          <Button variant="primary" onClick={() => onAnswer('again')}>
            {texts.retry}
          </Button>
        )}
        <Button onClick={() => onAnswer('anyway')}>{anyway}</Button>
      </div>
      {children}
      {question.kind === 'no-snapshot' && <Details language={language} text={question.error.message} />}
    </Screen>
  );
}

function wordsOf(question: StartQuestion, language: Language): { title: string; body: string; anyway: string } {
  const texts = START_TEXTS[language];
  switch (question.kind) {
    case 'no-snapshot':
      return { title: texts.noSnapshot, body: texts.noSnapshotBody, anyway: texts.noSnapshotAnyway };
    case 'little-room': {
      const body = texts.littleRoomBody(formatBytes(question.needs, language), formatBytes(question.free, language));
      return { title: texts.littleRoom, body, anyway: texts.littleRoomAnyway };
    }
    case 'held':
      return { title: texts.held, body: texts.heldBody, anyway: texts.heldAnyway };
    case 'lost':
      return {
        title: texts.lost,
        body: texts.lostBody(question.conversations, question.messages),
        anyway: texts.lostAnyway,
      };
    case 'copy-found':
      return { title: texts.copyFound, body: texts.copyFoundBody, anyway: texts.copyFoundAnyway };
    default: {
      const { conversations, at } = question.remembered;
      const body = texts.vanishedBody(conversations, formatDateTime(at, language));
      return { title: texts.vanished, body, anyway: texts.vanishedAnyway };
    }
  }
}

/** The heading takes the focus, so that a screen reader begins where everybody else does. */
function Screen({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className={css['screen']}>
      <h1 ref={heading} className={css['title']} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </main>
  );
}

function Details({ language, text }: { language: Language; text: string }) {
  return (
    <details className={css['details']}>
      <summary>{START_TEXTS[language].details}</summary>
      <pre>{text}</pre>
    </details>
  );
}
