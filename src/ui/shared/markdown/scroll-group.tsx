import type { ReactNode } from 'react';

interface ScrollGroupProps {
  label: string;
  className: string | undefined;
  children: ReactNode;
}

/**
 * A named, keyboard-accessible scroll container. A group and not a region: a conversation would have dozens of
 * landmarks.
 */
export function ScrollGroup({ label, className, children }: ScrollGroupProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex -- no form controls; scrolls
    <div className={className} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
