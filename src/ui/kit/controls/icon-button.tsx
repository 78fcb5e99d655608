import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactElement, ComponentProps } from 'react';
import { iconButtonClass } from './button.tsx';
import css from './button.module.css';

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
    <Tooltip.Root>
      <Tooltip.Trigger
        type="button"
        {...rest}
        aria-label={label}
        className={`${iconButtonClass(small)} ${className ?? ''}`}
      >
        {icon}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6}>
          <Tooltip.Popup className={css['tooltip']}>
            {label}
            {keys && <kbd className={css['keys']}>{keys}</kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
