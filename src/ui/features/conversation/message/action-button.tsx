import type { ReactElement } from 'react';
import { iconButtonClass } from '#ui/kit/controls/button.tsx';

interface ActionButtonProps {
  label: string;
  icon: ReactElement;
  onClick: () => void;
  disabled?: boolean;
}

/** A small action of a message. A conversation has hundreds, so the name is a plain title instead of a tooltip. */
export function ActionButton({ label, icon, onClick, disabled = false }: ActionButtonProps) {
  return (
    <button
      type="button"
      className={iconButtonClass(true)}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}
