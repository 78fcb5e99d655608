import type { ComponentProps, ReactElement } from 'react';
import { LoaderCircle } from 'lucide-react';
import css from './button.module.css';

interface Look {
  /** At most one `primary` per view. */
  variant?: 'primary' | 'plain' | 'quiet' | 'danger';
  small?: boolean;
}

const classesOf = ({ variant = 'plain', small }: Look, icon = false) =>
  [css['button'], css[variant], small && css['small'], icon && css['icon']].filter(Boolean).join(' ');

export type ButtonProps = ComponentProps<'button'> & Look & { icon?: ReactElement; busy?: boolean };

/** `busy` keeps focus and size, is announced to screen readers, and ignores clicks. */
export function Button({ variant, small, icon, busy, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${classesOf({ ...(variant && { variant }), ...(small && { small }) })} ${className ?? ''}`}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true })}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <LoaderCircle className={css['spinner']} aria-hidden /> : icon}
      {children}
    </button>
  );
}

/** Gives other elements, such as links and menu triggers, the look of a button. */
export const iconButtonClass = (small = false) => classesOf({ variant: 'quiet', small }, true);

export const buttonClass = (variant: 'primary' | 'plain' | 'quiet' | 'danger' = 'plain', small = false) =>
  classesOf({ variant, small });
