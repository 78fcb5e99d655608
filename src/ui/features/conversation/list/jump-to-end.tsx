import { ArrowDown } from 'lucide-react';
import { useState } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { Row } from '#ui/features/conversation/rows/rows.ts';
import css from './conversation-list.module.css';

/** Shown while the reader is away from the end. Counts what has arrived since. */
export function JumpToEnd({ rows, onJump }: { rows: readonly Row[]; onJump: () => void }) {
  const t = useT('chat');
  const [lastSeen] = useState(() => rows.at(-1)?.key);
  const at = rows.findLastIndex((row) => row.key === lastSeen);
  const fresh = at < 0 ? 0 : rows.length - 1 - at;
  const label = fresh > 0 ? t('list.jumpNew', { count: fresh }) : t('list.jump');
  return (
    <button type="button" className={css['jump']} onClick={onJump} aria-label={label} title={label}>
      <ArrowDown aria-hidden />
      {fresh > 0 && <span className={css['count']}>{fresh}</span>}
    </button>
  );
}
