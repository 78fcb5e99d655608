import { CornerLeftUp } from 'lucide-react';
import type { TaskLineage } from '#storage/rows.ts';
import { useSession } from '#ui/data/use-session.ts';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './task-crumb.module.css';

/** A link from a task's conversation back to the one it works for. */
export function TaskCrumb({ task }: { task: TaskLineage }) {
  const t = useT('runs');
  const frame = useT('frame');
  const above = useSession(task.above.at(-1) ?? null);
  if (!above) return null;
  const title = above.title || frame('session.untitled');
  return (
    <a
      className={css['crumb']}
      href={formatRoute({ name: 'session', id: above.id })}
      aria-label={t('task.up', { title })}
      title={t('task.up', { title })}
    >
      <CornerLeftUp aria-hidden />
      <span>{title}</span>
    </a>
  );
}
