import { Check, Download, Mic, RotateCcw, X } from 'lucide-react';
import { useEffect, useRef, useState, type ComponentProps, type CSSProperties, type KeyboardEvent } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { saveFile } from '#ui/kit/files/save-file.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { isFocusLost } from '#ui/kit/keyboard/is-focus-lost.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useLatest } from '#ui/kit/use-latest.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { MAX_MINUTES, NobodyTranscribesError, NothingHeardError, type ShownDictation } from './dictations.ts';
import type { Recorder, Recording } from './recorder.ts';
import css from './dictation-bar.module.css';

interface DictationBarProps {
  state: ShownDictation;
  /** Who writes it down; `null` where the user has chosen nobody. */
  vendor: string | null;
  onFinish: () => void;
  onDiscard: () => void;
}

/** A dictation, in place of what else is below the message. */
export function DictationBar({ state, vendor, onFinish, onDiscard }: DictationBarProps) {
  const t = useT('dictation');
  const common = useT('common');
  const { stage } = state;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (stage === 'transcribing') state.cancel();
    else onDiscard();
  };
  const discard = <IconButton small icon={<X aria-hidden />} label={t('discard')} onClick={onDiscard} />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape works on each of its buttons
    <div className={css['bar']} role="group" aria-label={t('label')} onKeyDown={onKeyDown}>
      {state.stage === 'opening' && (
        <>
          <Status>{t('opening')}</Status>
          <NextButton onClick={onDiscard}>{common('cancel')}</NextButton>
        </>
      )}
      {state.stage === 'recording' && (
        <>
          <Level recorder={state.recorder} began={state.began} onFull={onFinish} />
          <Status>{vendor === null ? t('recording') : t('recordingFor', { vendor })}</Status>
          {discard}
          <NextButton variant="primary" onClick={onFinish}>
            <Check aria-hidden />
            {t('finish')}
          </NextButton>
        </>
      )}
      {state.stage === 'transcribing' && (
        <>
          <Status>{vendor === null ? t('transcribing') : t('transcribingBy', { vendor })}</Status>
          <NextButton onClick={state.cancel}>{common('cancel')}</NextButton>
        </>
      )}
      {state.stage === 'held' && (
        <>
          <Held recording={state.recording} problem={vendor === null ? new NobodyTranscribesError() : state.problem} />
          {discard}
          <IconButton
            small
            icon={<Download aria-hidden />}
            label={t('save')}
            onClick={() => saveFile(state.recording.sound, nameOf(state.recording))}
          />
          <NextButton variant="primary" disabled={vendor === null} onClick={onFinish}>
            {state.problem === null ? <Check aria-hidden /> : <RotateCcw aria-hidden />}
            {t(state.problem === null ? 'finish' : 'again')}
          </NextButton>
        </>
      )}
    </div>
  );
}

/** Has the focus when it is shown, if what had it went with the stage before. */
function NextButton(props: Omit<ComponentProps<typeof Button>, 'small' | 'ref'>) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFocusLost()) button.current?.focus();
  }, []);
  return <Button small ref={button} {...props} />;
}

const Status = ({ children }: { children: string }) => <output className={css['status']}>{children}</output>;

/** Such as `recording.webm`. */
const nameOf = ({ type }: Recording): string => `recording.${type.split('/')[1] ?? 'webm'}`;

function Held({ recording, problem }: { recording: Recording; problem: unknown }) {
  const t = useT('dictation');
  const messageOf = useProblemMessage();
  const time = minutes(recording.seconds);
  const reasonOf = () => {
    if (problem instanceof NothingHeardError) return t('nothing');
    return problem instanceof NobodyTranscribesError ? t('nobody') : messageOf(problem);
  };
  return (
    <output className={css['status']} data-tone={problem === null ? undefined : 'danger'}>
      {problem === null ? t('held', { time }) : t('failed', { time, reason: reasonOf() })}
    </output>
  );
}

const TICK_MS = 100;

/** How long and how loud it is. Calls `onFull` once the recording is as long as it may be. */
function Level({ recorder, began, onFull }: { recorder: Recorder; began: number; onFull: () => void }) {
  const t = useT('dictation');
  const toast = useToast();
  const [seconds, setSeconds] = useState(0);
  const dot = useRef<HTMLSpanElement>(null);
  const onFullRef = useLatest(() => {
    toast({ title: t('full', { minutes: MAX_MINUTES }) });
    onFull();
  });
  useEffect(() => {
    const timer = setInterval(() => {
      dot.current?.style.setProperty('--level', recorder.level().toFixed(2));
      const passed = (performance.now() - began) / 1000;
      setSeconds(Math.floor(passed));
      if (passed < MAX_MINUTES * 60) return;
      clearInterval(timer);
      onFullRef.current();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [recorder, began, onFullRef]);
  return (
    <span className={css['level']} style={{ '--level': 0 } as CSSProperties} ref={dot}>
      <Mic aria-hidden />
      <span className={css['time']}>{minutes(seconds)}</span>
    </span>
  );
}

/** As clocks show it: `1:07`. */
const minutes = (seconds: number): string => {
  const whole = Math.max(1, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};
