import { useId } from 'react';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToolSettings } from '#ui/shared/servers/use-tool-settings.ts';
import row from '#ui/kit/controls/facts.module.css';
import rows from '#ui/kit/controls/rows.module.css';
import css from './server-row.module.css';

/**
 * A built-in server that runs in this window and affects nothing outside a conversation. It can only be switched on or
 * off.
 */
export function PageServerRow({
  id,
}: {
  id: 'builtin_planning_server' | 'builtin_output_server' | 'builtin_task_server';
}) {
  const t = useT('mcp');
  const own = useId();
  const { settings, mark } = useToolSettings();
  const on = !settings.off.includes(id);
  return (
    <li className={rows['row']} data-server={id}>
      <div className={css['line']}>
        <span className={css['dot']} data-tone={on ? 'ready' : 'quiet'} aria-hidden />
        <div className={css['head']}>
          <p id={`${own}-name`} className={css['name']}>
            {t(`name.${id}`)}
          </p>
          <p id={`${own}-text`} className={`${row['facts']} ${css['facts']}`}>
            <span>{t(`cap.${id}`)}</span>
          </p>
        </div>
        <div className={css['controls']}>
          <Switch
            checked={on}
            onChange={(next) => mark('off', [id], !next)}
            labelledBy={`${own}-name`}
            describedBy={`${own}-text`}
          />
          <span className={css['unfold']} aria-hidden />
        </div>
      </div>
    </li>
  );
}
