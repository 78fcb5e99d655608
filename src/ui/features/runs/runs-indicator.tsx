import { Popover } from '@base-ui/react/popover';
import { Activity } from 'lucide-react';
import { useEffect, useState } from 'react';
import { PopoverPanel } from '#ui/kit/controls/popover-panel.tsx';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useOrphansOf } from './use-orphans.ts';
import { countAsking, useActiveRuns } from '#ui/shared/runs/use-active-runs.ts';
import css from './runs.module.css';

const RunsList = lazyPart(async () => (await import('./runs-list.tsx')).RunsList);

interface RunsIndicatorProps {
  side: 'top' | 'right';
  /** Only the icon, for the narrow rail. */
  small?: boolean;
}

/**
 * The number of active runs, and a text with how many wait for the user, while there are any. Opens the list, which is
 * there all the time, so that a run that begins adds only a button.
 */
export function RunsIndicator({ side, small }: RunsIndicatorProps) {
  const t = useT('runs');
  const [list] = useState(() => Popover.createHandle());
  const [open, setOpen] = useState(false);
  return (
    <>
      <RunsButton list={list} open={open} small={small} />
      <Popover.Root handle={list} onOpenChange={setOpen}>
        <PopoverPanel side={side} title={t('list.title')}>
          <RunsList onLeave={() => list.close()} />
        </PopoverPanel>
      </Popover.Root>
    </>
  );
}

interface RunsButtonProps {
  list: Popover.Handle<unknown>;
  open: boolean;
  small: boolean | undefined;
}

function RunsButton({ list, open, small }: RunsButtonProps) {
  const t = useT('runs');
  const runs = useActiveRuns();
  const left = useOrphansOf();
  const asking = countAsking(runs);
  const rows = runs.length + left.length;
  const isShown = rows > 0;
  useEffect(() => {
    // What fails here is tried again when the list is opened.
    if (isShown) RunsList.load().catch(() => undefined);
  }, [isShown]);
  // An open list stays, even if the last run ends meanwhile.
  if (rows === 0 && !open) return null;
  const count = t('list.count', { count: rows });
  const label = asking > 0 ? t('list.asking', { count: asking }) : count;
  const name = asking > 0 ? `${count}, ${label}` : count;
  return (
    <Popover.Trigger
      handle={list}
      className={css['trigger']}
      data-small={small || undefined}
      data-asking={asking > 0 || undefined}
      title={name}
    >
      <Activity aria-hidden />
      <span className="visually-hidden">{name}</span>
      <span aria-hidden>{asking > 0 && !small ? label : rows}</span>
    </Popover.Trigger>
  );
}
