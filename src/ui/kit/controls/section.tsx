import { useId, type ReactNode } from 'react';
import css from './section.module.css';

interface SectionProps {
  title: string;
  intro?: ReactNode;
  /** Beside the title. */
  action?: ReactNode;
  children?: ReactNode;
}

export function Section({ title, intro, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className={css['section']} aria-labelledby={id}>
      <div className={css['head']}>
        <h3 id={id} className={css['title']}>
          {title}
        </h3>
        {action}
      </div>
      {intro && <p className={css['intro']}>{intro}</p>}
      {children}
    </section>
  );
}

interface SettingProps {
  label: string;
  hint?: ReactNode;
  /** Receives the ids of label and hint, for controls that use them as their name. */
  children: ReactNode | ((ids: { label: string; hint: string }) => ReactNode);
}

/** One setting: its name and a hint on one side, the control on the other. */
export function Setting({ label, hint, children }: SettingProps) {
  const id = useId();
  const ids = { label: `${id}-label`, hint: `${id}-hint` };
  return (
    <div className={css['setting']}>
      <div className={css['text']}>
        <p id={ids.label} className={css['label']}>
          {label}
        </p>
        <p id={ids.hint} className={css['hint']}>
          {hint}
        </p>
      </div>
      <div className={css['control']}>{typeof children === 'function' ? children(ids) : children}</div>
    </div>
  );
}
