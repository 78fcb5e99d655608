import { ImageOff } from 'lucide-react';
import { useBlobUrl } from '#ui/data/use-blob-url.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useOpenPicture, type Picture } from '#ui/features/conversation/pictures/pictures.ts';
import css from './stored-image.module.css';

/** A picture of the conversation. Pressing it shows it large. */
export function StoredImage({ blob, name }: Picture) {
  const t = useT('chat');
  const open = useOpenPicture();
  const url = useBlobUrl(blob);
  if (!url)
    return (
      <span className={css['missing']}>
        <ImageOff aria-hidden />
        {name}
      </span>
    );
  return (
    <button
      type="button"
      className={css['thumb']}
      aria-label={t('image.enlarge', { name })}
      aria-haspopup="dialog"
      title={name}
      disabled={open === null}
      onClick={() => open?.({ blob, name })}
    >
      <img src={url} alt={name} />
    </button>
  );
}
