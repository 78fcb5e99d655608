import type { ReactElement, ComponentProps } from 'react';
import { iconButtonClass } from './button.tsx';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label' | 'title'> & {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactElement;
  small?: boolean;
  /** Shown in the tooltip, as returned by formatKeys. */
  keys?: string;
};

/** A button that shows only an icon. Its name is in the tooltip and is read aloud. */
export function IconButton({ label, icon, small, keys, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      data-tooltip={label}
      data-tooltip-keys={keys}
      className={`${iconButtonClass(small)} ${className ?? ''}`}
    >
      {icon}
    </button>
  );
}
