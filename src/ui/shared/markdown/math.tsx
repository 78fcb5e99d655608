import { memo, useLayoutEffect, useRef } from 'react';
import { lazyModule, useLazyModule } from '#ui/kit/lazy-module.ts';
import css from './markdown.module.css';

export const mathRenderer = lazyModule(() => import('./math-renderer.ts'));

interface MathProps {
  tex: string;
  display: boolean;
}

/** A formula, or its source while the renderer loads. Screen readers get KaTeX's MathML. */
export const Formula = memo(function Formula({ tex, display }: MathProps) {
  const renderer = useLazyModule(mathRenderer, true);
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (renderer && element.current) renderer.renderMath(tex, element.current, display);
  }, [renderer, tex, display]);
  const className = display ? css['mathBlock'] : css['math'];
  if (!renderer) return <code className={className}>{tex}</code>;
  return <span ref={element} className={className} />;
});
