import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import type { Drawn } from './diagram-drawer.ts';
import css from './previews.module.css';

/** Why there is no drawing. The code is shown in its place. */
export function DiagramFault({ drawn }: { drawn: Exclude<Drawn, { svg: string }> }) {
  const t = useT('previews');
  if ('fault' in drawn) return <Notice tone="warning">{t(`diagram.${drawn.fault}`)}</Notice>;
  return (
    <Notice tone="warning">
      {t('diagram.invalid')}
      {drawn.error !== '' && <pre className={`mono ${css['fault']}`}>{visibleText(drawn.error).text}</pre>}
    </Notice>
  );
}
