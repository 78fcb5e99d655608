import type { ReactNode } from 'react';
import { iconButtonClass } from '#ui/kit/controls/button.tsx';
import css from './composer-toggle.module.css';

interface ComposerToggleProps {
  icon: ReactNode;
  label: string;
  hint: string;
  pressed: boolean;
  onPress: () => void;
}

/** Something that the model may do in this conversation, beside the model. */
export function ComposerToggle({ icon, label, hint, pressed, onPress }: ComposerToggleProps) {
  return (
    <button
      type="button"
      className={`${iconButtonClass(true)} ${css['toggle']}`}
      aria-label={label}
      aria-pressed={pressed}
      title={`${label}: ${hint}`}
      onClick={onPress}
    >
      {icon}
    </button>
  );
}
