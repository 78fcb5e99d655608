import { Square, SquareTerminal } from 'lucide-react';
import { useId, useState } from 'react';
import type { OrphansOfSession } from '#state/orphan-processes.ts';
import { useServices } from '#ui/data/services.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { SessionLink } from './session-link.tsx';
import text from '#ui/kit/controls/text.module.css';
import css from './runs.module.css';

const MAX_COMMANDS = 3;

interface LeftListProps {
  left: readonly OrphansOfSession[];
  titleOf: (sessionId: string) => string;
  /** Called when a conversation was opened. */
  onLeave: () => void;
}

/** Orphaned processes that commands left running, with a button to end them. */
export function OrphanList({ left, titleOf, onLeave }: LeftListProps) {
  const t = useT('runs');
  const heading = useId();
  return (
    <section className={css['left']}>
      <h3 id={heading} className={text['quiet']}>
        {t('left.title')}
      </h3>
      <ul className={css['list']} aria-labelledby={heading}>
        {left.map((one) => (
          <LeftRow key={one.session} conversation={one} title={titleOf(one.session)} onLeave={onLeave} />
        ))}
      </ul>
    </section>
  );
}

interface LeftRowProps {
  conversation: OrphansOfSession;
  title: string;
  onLeave: () => void;
}

function LeftRow({ conversation: { session, processes }, title, onLeave }: LeftRowProps) {
  const t = useT('runs');
  const left = useServices().orphanProcesses;
  const attempt = useAsyncAction();
  const [ending, setEnding] = useState(false);
  const more = processes.length - MAX_COMMANDS;
  async function end(): Promise<void> {
    setEnding(true);
    await attempt(left.end(session));
    setEnding(false);
  }
  return (
    <li className={css['row']}>
      <SessionLink id={session} onLeave={onLeave}>
        <span className={css['sign']}>
          <SquareTerminal aria-hidden />
        </span>
        <span className={css['text']}>
          <span className={css['name']}>{title}</span>
          {processes.slice(0, MAX_COMMANDS).map(({ pid, command }) => (
            <span key={pid} className={css['command']} title={command}>
              {command}
            </span>
          ))}
          {more > 0 && <span className={css['facts']}>{t('left.more', { count: more })}</span>}
        </span>
      </SessionLink>
      <IconButton
        small
        label={t('left.end', { title })}
        icon={<Square aria-hidden />}
        disabled={ending}
        onClick={() => void end()}
      />
    </li>
  );
}
