import { useServices } from '#ui/data/services.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { ShieldQuestion, Square } from 'lucide-react';
import { useMemo } from 'react';
import { rootSessionOf, type ActiveRun } from '#state/active-runs.ts';
import type { SessionRow } from '#storage/rows.ts';
import { useDurationLabel } from '#ui/kit/time/use-duration-label.ts';
import { useClock } from '#ui/kit/time/use-clock.ts';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useModelName } from '#ui/data/use-model-name.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { SessionMark } from '#ui/shared/vendors/session-mark.tsx';
import { OrphanList } from './orphan-list.tsx';
import { SessionLink } from './session-link.tsx';
import { useActiveRuns } from '#ui/shared/runs/use-active-runs.ts';
import { useOrphansOf } from './use-orphans.ts';
import { usePhaseLabel } from '#ui/shared/runs/use-phase-label.ts';
import text from '#ui/kit/controls/text.module.css';
import css from './runs.module.css';

interface RunsListProps {
  /** Called when a conversation was opened. */
  onLeave: () => void;
}

/** Active runs and orphaned processes: the conversation, progress, duration, and a button to stop each. */
export function RunsList({ onLeave }: RunsListProps) {
  const runs = useActiveRuns();
  const left = useOrphansOf();
  const t = useT('runs');
  const frame = useT('frame');
  const { db } = useServices();
  const named = [...runs.flatMap((run) => [run.sessionId, rootSessionOf(run)]), ...left.map(({ session }) => session)];
  const ids = [...new Set(named)].join(' ');
  const sessions = useLiveQuery(() => db.sessions.bulkGet(ids.split(' ')), [db, ids]);
  const byId = useMemo(() => new Map(sessions?.flatMap((row) => (row ? [[row.id, row] as const] : []))), [sessions]);
  if (runs.length + left.length === 0) return <p className={text['quiet']}>{t('list.none')}</p>;
  return (
    <>
      {runs.length > 0 && (
        <ul className={css['list']}>
          {runs.map((run) => {
            const session = byId.get(run.sessionId);
            return (
              session && (
                <RunRow
                  key={run.sessionId}
                  run={run}
                  session={session}
                  above={run.task ? (byId.get(rootSessionOf(run))?.title ?? '') : null}
                  onLeave={onLeave}
                />
              )
            );
          })}
        </ul>
      )}
      {sessions && left.length > 0 && (
        <OrphanList left={left} titleOf={(id) => byId.get(id)?.title || frame('session.untitled')} onLeave={onLeave} />
      )}
    </>
  );
}

interface RunRowProps {
  run: ActiveRun;
  session: SessionRow;
  /** Title of the conversation it is a task of. */
  above: string | null;
  onLeave: () => void;
}

function RunRow({ run, session, above, onLeave }: RunRowProps) {
  const t = useT('runs');
  const frame = useT('frame');
  const { flows } = useServices();
  const phase = usePhaseLabel();
  const duration = useDurationLabel();
  const now = useClock(true);
  const modelName = useModelName();
  const model = session.target ? modelName(session.target) : '';
  const title = session.title || frame('session.untitled');
  const asking = run.asks.length > 0;
  const facts = [model, phase(run), duration(Math.max(0, now - run.startedAt))].filter((word) => word !== '');
  return (
    <li className={css['row']} data-asking={asking || undefined}>
      <SessionLink id={run.sessionId} onLeave={onLeave}>
        <span className={css['sign']}>
          {asking ? <ShieldQuestion aria-hidden /> : <SessionMark session={session} />}
        </span>
        <span className={css['text']}>
          <span className={css['name']}>{title}</span>
          <span className={css['facts']}>{facts.join(' · ')}</span>
          {above !== null && (
            <span className={css['facts']}>{t('task.of', { title: above || frame('session.untitled') })}</span>
          )}
        </span>
      </SessionLink>
      <IconButton
        small
        label={t('list.stop', { title })}
        icon={<Square aria-hidden />}
        disabled={run.phase === 'stopping'}
        onClick={() => flows.stop(run.sessionId)}
      />
    </li>
  );
}
