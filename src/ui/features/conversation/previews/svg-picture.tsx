import { useT } from '#ui/kit/i18n/use-t.ts';
import { drawingPage } from './drawing-page.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { useConsole } from './use-console.ts';
import css from './previews.module.css';

/** A longer picture isn't drawn. */
const MAX_SVG = 1_000_000;

interface SvgPictureProps {
  svg: string;
  label: string;
}

/**
 * A drawing in the frame of pages, without scripts. A few kilobytes of nested references take a browser minutes to draw,
 * and an `img` would do that in the process of the page.
 */
export function SvgPicture({ svg, label }: SvgPictureProps) {
  const t = useT('previews');
  const { events } = useConsole('drawing');
  if (svg.length > MAX_SVG) return <p className={css['hint']}>{t('svg.large')}</p>;
  return <PreviewFrame html={drawingPage(svg)} scripts={false} label={label} events={events} />;
}
