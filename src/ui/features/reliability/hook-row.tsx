import { useId, type ReactNode } from 'react';
import type { LayerName } from '#contract/configuration.ts';
import type { HookId } from '#core/reliability/hook-table.ts';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { OriginLine } from './origin-line.tsx';
import css from './hook-row.module.css';

interface HookRowProps {
  id: HookId;
  on: boolean;
  origin: LayerName | undefined;
  /** `null` resets the switch. */
  onChange: (on: boolean | null) => Promise<boolean>;
  /** Its settings, when it is on. */
  children?: ReactNode;
}

export function HookRow({ id, on, origin, onChange, children }: HookRowProps) {
  const t = useT('reliability');
  const own = useId();
  const name = t(`hook.${id}`);
  return (
    <li className={css['row']} data-hook={id}>
      <div className={css['head']}>
        <div className={css['text']}>
          <p id={`${own}-name`} className={css['name']}>
            {name}
          </p>
          <p id={`${own}-what`} className={css['what']}>
            {t(`what.${id}`)}
          </p>
          <OriginLine name={name} code={id} origin={origin} onUndo={() => void onChange(null)} />
        </div>
        <Switch checked={on} onChange={onChange} labelledBy={`${own}-name`} describedBy={`${own}-what`} />
      </div>
      {on && children}
    </li>
  );
}
