import { ArrowUpRight } from 'lucide-react';
import type { Ref } from 'react';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import css from './task-link.module.css';

interface TaskLinkProps {
  sessionId: string;
  label: string;
  name?: string;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link to the conversation of a task. */
export function TaskLink({ sessionId, label, name, ref }: TaskLinkProps) {
  return (
    <a ref={ref} className={css['link']} href={formatRoute({ name: 'session', id: sessionId })} aria-label={name}>
      {label}
      <ArrowUpRight aria-hidden />
    </a>
  );
}
