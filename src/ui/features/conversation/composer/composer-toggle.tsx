import type { ReactNode } from 'react';
import { usePressed, type StorePress } from '#ui/kit/controls/use-pressed.ts';
import { iconButtonClass } from '#ui/kit/controls/button.tsx';
import css from './composer-toggle.module.css';

interface ComposerToggleProps {
  icon: ReactNode;
  label: string;
  hint: string;
  pressed: boolean;
  onPress: StorePress;
}

/** Something that the model may do in this conversation, beside the model. */
export function ComposerToggle({ icon, label, hint, pressed, onPress }: ComposerToggleProps) {
  const { on, press } = usePressed(pressed, onPress);
  return (
    <button
      type="button"
      className={`${iconButtonClass(true)} ${css['toggle']}`}
      aria-label={label}
      aria-pressed={on}
      title={`${label}: ${hint}`}
      onClick={() => press(!on)}
    >
      {icon}
    </button>
  );
}
