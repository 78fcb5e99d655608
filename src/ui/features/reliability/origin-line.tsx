import type { LayerName } from '#contract/configuration.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './hook-row.module.css';

interface OriginLineProps {
  /** What is set, for the reader of the button. */
  name: string;
  /** The name in files. */
  code: string;
  origin: LayerName | undefined;
  onUndo: () => void;
}

/** How something is called in files, where its value comes from, and the way back when it was set here. */
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
