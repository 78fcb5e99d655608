import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useTrashDays } from '#ui/data/use-trash.ts';
import css from './deleted-page.module.css';

/** 0 means forever. */
const DAYS = [7, 30, 90, 0] as const;

/** For how long deleted conversations are kept. */
export function TrashDays() {
  const order = useT('organize');
  const [days, setDays] = useTrashDays();
  return (
    <div className={css['days']}>
      <span aria-hidden>{order('trash.days')}</span>
      <Segmented
        label={order('trash.days')}
        value={String(days)}
        onChange={(value) => setDays(Number(value))}
        options={[...new Set([...DAYS, days])]
          .toSorted((a, b) => (a || Infinity) - (b || Infinity))
          .map((count) => ({
            value: String(count),
            label: count === 0 ? order('trash.never') : order('trash.day', { count }),
          }))}
      />
      <p className={css['hint']}>{order('trash.hint')}</p>
    </div>
  );
}
