import { ImageOff } from 'lucide-react';
import { useReadBlob } from '#ui/data/use-read-blob.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { savePicture } from './save-picture.ts';
import css from './unshown-picture.module.css';

interface UnshownPictureProps {
  name: string;
  /** Its stored bytes, to save them: they are damaged, or in a format that browsers don't know. */
  blob?: string;
  /** Its bytes are no longer stored. */
  gone?: boolean;
}

/** In the place of a picture that can't be shown: its name, why, and what can be done. */
export function UnshownPicture({ name, blob, gone = false }: UnshownPictureProps) {
  const t = useT('documents');
  const chat = useT('chat');
  const common = useT('common');
  const toast = useToast();
  const readBlob = useReadBlob();
  const save = async (hash: string) => {
    const bytes = await readBlob(hash).catch(() => null);
    if (bytes) savePicture(bytes, name);
    else toast({ tone: 'warning', title: chat('picture.notSaved'), id: 'picture' });
  };
  return (
    <span className={css['unshown']}>
      <ImageOff aria-hidden />
      <span className={css['text']}>
        <span className={css['name']} title={name}>
          {name}
        </span>
        <span className={css['why']}>
          {t(gone ? 'pictures.gone' : blob === undefined ? 'pictures.unshown' : 'pictures.savable')}
        </span>
      </span>
      {blob !== undefined && (
        <Button small aria-label={t('pictures.save', { name })} onClick={() => void save(blob)}>
          {common('save')}
        </Button>
      )}
    </span>
  );
}
