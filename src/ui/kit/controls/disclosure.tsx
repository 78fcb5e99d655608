import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './disclosure.module.css';

interface DisclosureProps {
  summary: ReactNode;
  children: ReactNode;
  open?: boolean;
  className?: string | undefined;
}

/** A line that unfolds. The browser's search finds folded text and unfolds it. */
export function Disclosure({ summary, children, open = false, className }: DisclosureProps) {
  return (
    <details className={`${css['details']} ${className ?? ''}`} open={open}>
      <summary className={css['summary']}>
        <span>{summary}</span>
        <ChevronRight className={css['chevron']} aria-hidden />
      </summary>
      <div className={css['content']}>{children}</div>
    </details>
  );
}
