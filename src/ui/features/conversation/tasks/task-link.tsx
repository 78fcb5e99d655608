import { ArrowUpRight } from 'lucide-react';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import css from './task-link.module.css';

/** A link to the conversation of a task. */
export function TaskLink({ sessionId, label, name }: { sessionId: string; label: string; name?: string }) {
  return (
    <a className={css['link']} href={formatRoute({ name: 'session', id: sessionId })} aria-label={name}>
      {label}
      <ArrowUpRight aria-hidden />
    </a>
  );
}
