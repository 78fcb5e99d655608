import { ImagePlus } from 'lucide-react';
import { memo } from 'react';
import { useSessionWrites } from '#ui/data/session-history-context.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';
import { ComposerToggle } from './composer-toggle.tsx';

/** Lets a model that makes pictures make some. Shown beside the model. */
export const PicturesControl = memo(function PicturesControl({ wanted }: { wanted: boolean }) {
  const t = useT('documents');
  const write = useSessionWrites();
  const attempt = useAsyncAction();
  return (
    <ComposerToggle
      icon={<ImagePlus aria-hidden />}
      label={t('pictures.make')}
      hint={t('pictures.hint')}
      pressed={wanted}
      onPress={(next) => attempt(write.setPictures(next))}
    />
  );
});
