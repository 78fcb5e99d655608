import type { LayerName } from '#contract/configuration.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './hook-row.module.css';

interface OriginLineProps {
  /** The setting's name, for the button's accessible name. */
  name: string;
  /** The name in files. */
  code: string;
  origin: LayerName | undefined;
  onUndo: () => void;
}

/** The name in files, the layer a value comes from, and a reset button if it was set here. */
export function OriginLine({ name, code, origin, onUndo }: OriginLineProps) {
  const t = useT('reliability');
  return (
    <p className={css['origin']}>
      <code className={css['code']}>{code}</code>
      <span data-origin={origin ?? 'default'}>{t(`origin.${origin ?? 'default'}`)}</span>
      {origin === 'ui' && (
        <button type="button" className={css['link']} aria-label={t('takeBackFor', { name })} onClick={onUndo}>
          {t('takeBack')}
        </button>
      )}
    </p>
  );
}
