import { ImagePlus } from 'lucide-react';
import { memo } from 'react';
import { useSessionWrites } from '#ui/data/session-history-context.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './pictures-control.module.css';

/** Lets a model that makes pictures make some. Shown beside the model. */
export const PicturesControl = memo(function PicturesControl({ wanted }: { wanted: boolean }) {
  const t = useT('documents');
  const write = useSessionWrites();
  return (
    <button
      type="button"
      className={css['trigger']}
      aria-label={t('pictures.make')}
      aria-pressed={wanted}
      title={t('pictures.hint')}
      onClick={() => void write.setPictures(!wanted)}
    >
      <ImagePlus aria-hidden />
      <span>{t('pictures.make')}</span>
    </button>
  );
});
