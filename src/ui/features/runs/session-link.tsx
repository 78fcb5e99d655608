import type { ReactNode } from 'react';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import css from './runs.module.css';

interface SessionLinkProps {
  id: string;
  /** Called when the conversation was opened here. */
  onLeave: () => void;
  children: ReactNode;
}

/** Links a row to its conversation. Modifier keys open a new tab. */
export function SessionLink({ id, onLeave, children }: SessionLinkProps) {
  return (
    <a
      className={css['open']}
      href={formatRoute({ name: 'session', id })}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onLeave();
        navigate({ name: 'session', id });
      }}
    >
      {children}
    </a>
  );
}
