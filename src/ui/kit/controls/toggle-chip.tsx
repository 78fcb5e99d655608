import type { ReactNode } from 'react';
import css from './toggle-chip.module.css';

interface ToggleChipProps {
  pressed: boolean;
  onClick: () => void;
  children: ReactNode;
  /** For a few standalone chips with enough space. */
  large?: boolean;
  title?: string;
}

/** One of several small options that are on or off. */
export function ToggleChip({ pressed, onClick, children, large, title }: ToggleChipProps) {
  return (
    <button
      type="button"
      className={css['chip']}
      data-large={large || undefined}
      aria-pressed={pressed}
      title={title}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
