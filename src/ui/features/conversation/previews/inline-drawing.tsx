import { useEffect, useMemo, useRef, useState } from 'react';
import { titleOf } from '#markdown/preview-kind.ts';
import { cheapDrawing } from '#documents/drawing-cost.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { DrawingProps } from '#ui/shared/markdown/code-previews-context.ts';
import { DiagramFault } from './diagram-fault.tsx';
import { diagramBackground, drawingPage } from './drawing-page.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { useConsole } from './use-console.ts';
import { useDiagram } from './use-diagram.ts';
import css from './previews.module.css';

/** Frames this far out of view are removed. */
const NEAR = '100% 0px';

/** Whether the element is in view or close to it. */
function useNear() {
  const element = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: NEAR,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, near };
}

/** A drawing in the place of its code. Only what is sure to be cheap is drawn without being asked for. */
export function InlineDrawing({ kind, text, code }: DrawingProps) {
  return kind === 'svg' ? <InlineSvg text={text} code={code} /> : <InlineDiagram text={text} code={code} />;
}

type Inline = Omit<DrawingProps, 'kind'>;

function InlineSvg({ text, code }: Inline) {
  const t = useT('previews');
  const title = titleOf('svg', text) || t('kind.svg');
  return <Drawing svg={text} code={code} label={title} background="white" />;
}

function InlineDiagram({ text, code }: Inline) {
  const t = useT('previews');
  const { element, near } = useNear();
  const { drawn, last } = useDiagram(text, near);
  const title = titleOf('mermaid', text) || t('kind.mermaid');
  return (
    <div ref={element}>
      {drawn && !('svg' in drawn) && (
        <div className={css['drawing']}>
          <DiagramFault drawn={drawn} />
        </div>
      )}
      {last === null || (drawn && !('svg' in drawn)) ? (
        code
      ) : (
        <>
          <Drawing svg={last} code={code} label={t('diagram.label', { title })} background={diagramBackground()} />
          <pre className="visually-hidden">{text}</pre>
        </>
      )}
    </div>
  );
}

function Drawing({
  svg,
  code,
  label,
  background,
}: {
  svg: string;
  code: React.ReactNode;
  label: string;
  background: string;
}) {
  const t = useT('previews');
  const { element, near } = useNear();
  const { events } = useConsole('inline');
  const cheap = useMemo(() => cheapDrawing(svg), [svg]);
  if (!cheap)
    return (
      <>
        <p className={css['note']}>{t('diagram.costly')}</p>
        {code}
      </>
    );
  const { width, height, scales } = cheap;
  return (
    <div ref={element} className={`${css['drawing']} ${background === 'white' ? css['white'] : ''}`}>
      <div className={css['inline']} style={{ width, aspectRatio: `${width} / ${height}` }}>
        {near && (
          <PreviewFrame
            html={drawingPage(svg, { background, fills: scales })}
            scripts={false}
            label={label}
            events={events}
            plain
          />
        )}
      </div>
    </div>
  );
}
