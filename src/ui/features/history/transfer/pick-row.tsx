import type { ReactNode } from 'react';
import css from './pick-row.module.css';

interface PickRowProps {
  title: string;
  detail?: ReactNode;
  /** At the end of the line. */
  note?: ReactNode;
  checked: boolean;
  tone?: 'new' | 'diverged' | 'same' | 'refused';
  /** There is nothing to choose. */
  fixed?: boolean;
  tabIndex: 0 | -1;
  onChange: (checked: boolean) => void;
}

/** A conversation that can be included or left out. */
export function PickRow({ title, detail, note, tone, checked, fixed, tabIndex, onChange }: PickRowProps) {
  return (
    <label className={css['row']} data-fixed={fixed || undefined}>
      <input
        type="checkbox"
        className={css['box']}
        checked={checked}
        aria-disabled={fixed || undefined}
        tabIndex={tabIndex}
        onChange={(event) => !fixed && onChange(event.target.checked)}
      />
      <span className={css['text']}>
        <span className={css['title']}>{title}</span>
        {detail && (
          <span className={css['detail']} data-tone={tone}>
            {detail}
          </span>
        )}
      </span>
      {note && <span className={css['note']}>{note}</span>}
    </label>
  );
}
