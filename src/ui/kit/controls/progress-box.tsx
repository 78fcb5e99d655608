import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import css from './progress-box.module.css';

interface ProgressBoxProps {
  title: string;
  /** The current activity. Changes to it are announced; changes to the numbers are not. */
  phase: string;
  numbers: readonly (string | false | null)[];
  /** In percent; `null` while unknown. */
  part: number | null;
  hint: ReactNode;
  stop: { label: string; busy: boolean; run: () => void };
}

/** Shows an activity, its progress, and how to stop it. */
export function ProgressBox({ title, phase, numbers, part, hint, stop }: ProgressBoxProps) {
  const text = [phase, ...numbers].filter(Boolean).join(' · ');
  return (
    <div className={css['box']}>
      <p className={css['title']}>{title}</p>
      <div
        className={css['track']}
        role="progressbar"
        aria-label={title}
        aria-valuetext={text}
        {...(part !== null && { 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': part })}
      >
        <div
          className={css['fill']}
          data-unknown={part === null || undefined}
          style={part === null ? {} : { width: `${part}%` }}
        />
      </div>
      <p className={css['text']}>{text}</p>
      <p className="visually-hidden" role="status">
        {phase}
      </p>
      <div className={css['foot']}>
        <p className={css['hint']}>{hint}</p>
        <Button small busy={stop.busy} onClick={stop.run}>
          {stop.label}
        </Button>
      </div>
    </div>
  );
}
