import type { ReactNode } from 'react';
import { useChosen, type StoreChoice } from '#ui/kit/controls/use-chosen.ts';
import { iconButtonClass } from '#ui/kit/controls/button.tsx';
import css from './composer-toggle.module.css';

interface ComposerToggleProps {
  icon: ReactNode;
  label: string;
  hint: string;
  pressed: boolean;
  onPress: StoreChoice<boolean>;
}

/** Something that the model may do in this conversation, beside the model. */
export function ComposerToggle({ icon, label, hint, pressed, onPress }: ComposerToggleProps) {
  const { shown: on, choose } = useChosen(pressed, onPress);
  return (
    <button
      type="button"
      className={`${iconButtonClass(true)} ${css['toggle']}`}
      aria-label={label}
      aria-pressed={on}
      title={`${label}: ${hint}`}
      onClick={() => choose(!on)}
    >
      {icon}
    </button>
  );
}
