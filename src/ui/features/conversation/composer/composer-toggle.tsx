import type { ReactNode } from 'react';
import { buttonClass, iconButtonClass } from '#ui/kit/controls/button.tsx';
import shared from './composer.module.css';
import css from './composer-toggle.module.css';

interface ComposerToggleProps {
  icon: ReactNode;
  label: string;
  /** Beside the icon, where there is room. */
  word?: string;
  hint: string;
  pressed: boolean;
  onPress: () => void;
}

/** Something that the model may do in this conversation, beside the model. */
export function ComposerToggle({ icon, label, word, hint, pressed, onPress }: ComposerToggleProps) {
  return (
    <button
      type="button"
      className={`${word === undefined ? iconButtonClass(true) : `${buttonClass('quiet', true)} ${shared['worded']}`} ${css['toggle']}`}
      aria-label={label}
      aria-pressed={pressed}
      title={`${label}: ${hint}`}
      onClick={onPress}
    >
      {icon}
      {word !== undefined && <span className={shared['word']}>{word}</span>}
    </button>
  );
}
