import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './previews.module.css';

/** A longer picture isn't drawn. */
const MAX_SVG = 1_000_000;

const sourceOf = (svg: string): string => {
  const named = /<svg[^>]*\sxmlns\s*=/i.test(svg)
    ? svg
    : svg.replace(/<svg/i, '<svg xmlns="http://www.w3.org/2000/svg"');
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(named.toWellFormed())}`;
};

interface SvgPictureProps {
  svg: string;
  label: string;
  /** Called when it can't be drawn. */
  onFail?: () => void;
}

/** A drawing as a picture: nothing in it runs or loads. */
export function SvgPicture({ svg, label, onFail }: SvgPictureProps) {
  const t = useT('previews');
  if (svg.length > MAX_SVG) return <p className={css['hint']}>{t('svg.large')}</p>;
  return <img className={css['picture']} src={sourceOf(svg)} alt={label} onError={onFail} />;
}
