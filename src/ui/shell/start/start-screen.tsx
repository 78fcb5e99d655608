import { startScreenTexts } from '#texts/start-texts.ts';
import { useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { DatabaseRecovery } from '#history/recovery/create-database-recovery.ts';
import type { LeftOut } from '#history/recovery/left-out.ts';
import type { StartAnswer, StartQuestion } from '#history/recovery/open-history.ts';
import type { StorageError, StorageErrorCode } from '#storage/storage-error.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { formatBytes, formatDateTime } from '#ui/kit/i18n/format.ts';
import type { Language } from '#texts/languages.ts';
import { describeLeftOut } from '#ui/shared/recovery/left-out.ts';
import { RecoverySections, type RecoverySection } from './recovery-sections.tsx';
import { Details, languageOfPage, Screen, Working } from './screen.tsx';
import type { StartStages } from './start-stage.ts';
import css from './start-screen.module.css';

interface StartScreenProps {
  stages: Pick<StartStages, 'store'>;
  rescue: DatabaseRecovery;
  isDesktop: boolean;
  reload: () => void;
}

/** The sections that help with each kind of failure, in this order. */
const SECTIONS: Readonly<Record<StorageErrorCode, readonly RecoverySection[]>> = {
  quota: ['save', 'free-space'],
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

const QUESTION_SECTIONS: Readonly<Record<StartQuestion['kind'], readonly RecoverySection[]>> = {
  'no-snapshot': ['save'],
  'little-room': ['save', 'free-space'],
  held: ['save'],
  vanished: ['journal', 'snapshots'],
  'copy-found': ['journal', 'snapshots'],
  lost: ['journal', 'save'],
};

/** The page while there is no history to show: progress, a question, or a way out. Needs nothing that is stored. */
export function StartScreen({ stages, rescue, isDesktop, reload }: StartScreenProps) {
  const stage = useStore(stages.store, (state) => state.stage);
  const [damaged, setDamaged] = useState<readonly LeftOut[]>([]);
  const language = languageOfPage();
  const texts = startScreenTexts(language).start;
  if (damaged.length > 0) return <RestoredWithout damaged={damaged} language={language} onOpen={reload} />;
  if (stage.kind === 'working') {
    const { progress } = stage;
    return (
      <Working title={progress ? texts[progress.step] : texts.working}>
        {progress && (
          <>
            <p className={css['text']}>{texts.rows(progress.rows.toLocaleString(language))}</p>
            <p className={css['text']}>{texts.patience}</p>
          </>
        )}
      </Working>
    );
  }
  const onRestored = (left: readonly LeftOut[]) => (left.length === 0 ? reload() : setDamaged(left));
  const props = { rescue, language, isDesktop, reload, onRestored };
  if (stage.kind === 'failed') {
    return (
      <Failed error={stage.error} language={language} reload={reload}>
        <RecoverySections which={SECTIONS[stage.error.code]} {...props} />
      </Failed>
    );
  }
  if (stage.kind === 'broken') return <Broken error={stage.error} language={language} reload={reload} />;
  return (
    <Question question={stage.question} language={language} onAnswer={stage.answer}>
      <RecoverySections leads which={QUESTION_SECTIONS[stage.question.kind]} {...props} />
    </Question>
  );
}

interface RestoredWithoutProps {
  damaged: readonly LeftOut[];
  language: Language;
  onOpen: () => void;
}

/** The history is back, but for what the backup lacks. It opens once the user has read that. */
function RestoredWithout({ damaged, language, onOpen }: RestoredWithoutProps) {
  const { move } = startScreenTexts(language);
  const { title, lines } = describeLeftOut(damaged, language);
  return (
    <Screen key={title} title={title}>
      <div role="alert">
        {lines.map((line) => (
          <p key={line} className={css['text']}>
            {line}
          </p>
        ))}
      </div>
      <div className={css['buttons']}>
        <Button variant="primary" onClick={onOpen}>
          {move.go}
        </Button>
      </div>
    </Screen>
  );
}

interface FailedProps {
  error: StorageError;
  language: Language;
  reload: () => void;
  children: ReactNode;
}

function Failed({ error, language, reload, children }: FailedProps) {
  const texts = startScreenTexts(language).start;
  return (
    <Screen title={texts.failed}>
      <p className={css['text']}>{startScreenTexts(language).failures[error.code]}</p>
      <p className={css['text']}>{texts.kept}</p>
      <div className={css['buttons']}>
        <Button variant="primary" onClick={reload}>
          {texts.retry}
        </Button>
      </div>
      {children}
      <Details summary={texts.details} text={`${error.code}: ${error.detail || error.message}`} />
    </Screen>
  );
}

/** Nothing here touches the history, which is not the reason. */
function Broken({ error, language, reload }: Omit<FailedProps, 'error' | 'children'> & { error: unknown }) {
  const texts = startScreenTexts(language).start;
  return (
    <Screen title={texts.broken}>
      <p className={css['text']}>{texts.brokenBody}</p>
      <p className={css['text']}>{texts.kept}</p>
      <div className={css['buttons']}>
        <Button variant="primary" onClick={reload}>
          {texts.retry}
        </Button>
      </div>
      <Details summary={texts.details} text={String(error)} />
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
  const texts = startScreenTexts(language).start;
  const { title, body, anyway } = questionTexts(question, language);
  if (QUESTION_SECTIONS[question.kind].includes('journal'))
    // The way out is one of the sections, so they come first.
    return (
      <Screen key={title} title={title}>
        <p className={css['text']}>{body}</p>
        {children}
        <div className={css['section']}>
          <p className={css['text']}>{texts.withoutBody}</p>
          <div className={css['buttons']}>
            <Button onClick={() => onAnswer('anyway')}>{anyway}</Button>
            {question.kind === 'vanished' && <Button onClick={() => onAnswer('again')}>{texts.retry}</Button>}
          </div>
        </div>
      </Screen>
    );
  // Nothing changes automatically about a history the user reverted to.
  const canRetry = question.kind !== 'held';
  return (
    <Screen key={title} title={title}>
      <p className={css['text']}>{body}</p>
      <p className={css['text']}>{texts.kept}</p>
      <div className={css['buttons']}>
        {canRetry && (
          <Button variant="primary" onClick={() => onAnswer('again')}>
            {texts.retry}
          </Button>
        )}
        <Button variant={canRetry ? 'plain' : 'primary'} onClick={() => onAnswer('anyway')}>
          {anyway}
        </Button>
      </div>
      {children}
      {question.kind === 'no-snapshot' && <Details summary={texts.details} text={question.error.message} />}
    </Screen>
  );
}

function questionTexts(question: StartQuestion, language: Language): { title: string; body: string; anyway: string } {
  const texts = startScreenTexts(language).start;
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
