import { ImageDown, Shapes } from 'lucide-react';
import { useState } from 'react';
import { cheapDrawing } from '#documents/drawing-cost.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { saveFile } from '#ui/kit/files/save-file.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { diagramDrawer } from './diagram-drawer.ts';
import { DiagramFault } from './diagram-fault.tsx';
import { diagramBackground, drawingPage } from './drawing-page.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { useConsole } from './use-console.ts';
import { useDiagram } from './use-diagram.ts';
import css from './previews.module.css';

interface DiagramPreviewProps {
  source: string;
  /** It doesn't grow any more. */
  closed: boolean;
  label: string;
  /** A name to save by, without its ending. */
  name: string;
  /** The text of the diagram as code. */
  code: React.ReactNode;
}

/** Pixels of the PNG for each of the drawing. */
const SCALE = 2;
const MAX_SIDE = 8_000;

/** A diagram beside the conversation. While it grows, the last drawing that succeeded stays. */
export function DiagramPreview({ source, closed, label, name, code }: DiagramPreviewProps) {
  const t = useT('previews');
  const { drawn, last } = useDiagram(source);
  const { events } = useConsole('diagram');
  const [unpainted, setUnpainted] = useState(false);
  const failed = closed && drawn !== null && !('svg' in drawn);
  if (failed || last === null)
    return (
      <>
        {failed ? <DiagramFault drawn={drawn} /> : <p className={css['hint']}>{t('diagram.drawing')}</p>}
        {code}
      </>
    );
  const savePng = async () => {
    const { width, height } = cheapDrawing(last) ?? { width: 1_200, height: 800 };
    const scale = Math.min(SCALE, MAX_SIDE / Math.max(width, height));
    const size = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
    const painted = await diagramDrawer.paint(last, { ...size, background: diagramBackground() });
    if ('png' in painted) saveFile(painted.png, `${name}.png`);
    setUnpainted(!('png' in painted));
  };
  return (
    <>
      <PreviewFrame
        html={drawingPage(last, { background: diagramBackground(), fills: false })}
        scripts={false}
        label={t('diagram.label', { title: label })}
        events={events}
        plain
      />
      <pre className="visually-hidden">{source}</pre>
      {unpainted && (
        <Notice tone="warning" live>
          {t('diagram.noPng')}
        </Notice>
      )}
      <div className={css['running']}>
        <Button
          small
          variant="quiet"
          icon={<Shapes />}
          onClick={() => saveFile(new Blob([last], { type: 'image/svg+xml' }), `${name}.svg`)}
        >
          {t('diagram.saveSvg')}
        </Button>
        <Button small variant="quiet" icon={<ImageDown />} onClick={() => void savePng()}>
          {t('diagram.savePng')}
        </Button>
      </div>
    </>
  );
}
