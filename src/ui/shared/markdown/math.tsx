import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { canTypeset, formulaCost, SLICE_COST } from '#markdown/cost.ts';
import { nextTurn } from '#ui/kit/time/next-turn.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { lazyModule, useLazyModule } from '#ui/kit/lazy-module.ts';
import css from './markdown.module.css';

export const mathRenderer = lazyModule(() => import('./math-renderer.ts'));

interface MathProps {
  tex: string;
  display: boolean;
}

/** A formula, or its source while the renderer loads. Screen readers get KaTeX's MathML. */
export const Formula = memo(function Formula({ tex, display }: MathProps) {
  const t = useT('chat');
  const typeset = canTypeset(tex);
  const renderer = useLazyModule(mathRenderer, typeset);
  const element = useRef<HTMLSpanElement>(null);
  // All formulas that have waited for the renderer would be typeset at once.
  const [waits, setWaits] = useState(renderer === null);
  useEffect(
    () => (waits && renderer ? nextTurn(() => setWaits(false), formulaCost(tex) / SLICE_COST) : undefined),
    [waits, renderer, tex],
  );
  const shown = waits ? null : renderer;
  useLayoutEffect(() => {
    if (shown && element.current) shown.renderMath(tex, element.current, display);
  }, [shown, tex, display]);
  const className = display ? css['mathBlock'] : css['math'];
  if (!shown)
    return (
      <code
        className={className}
        title={typeset ? undefined : t('math.asWritten')}
        data-loading={(typeset && waits) || undefined}
      >
        {tex}
      </code>
    );
  return <span ref={element} className={className} />;
});
