import { useState } from 'react';
import { useBlobUrl } from '#ui/data/use-blob-url.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useOpenPicture, type Picture } from '#ui/features/conversation/pictures/pictures.ts';
import { UnshownPicture } from '#ui/features/conversation/pictures/unshown-picture.tsx';
import css from './stored-image.module.css';

/** A picture of the conversation. Pressing it shows it large. */
export function StoredImage({ blob, name }: Picture) {
  const t = useT('chat');
  const open = useOpenPicture();
  const url = useBlobUrl(blob);
  const [broken, setBroken] = useState('');
  if (url === undefined) return <span className={css['loading']} />;
  if (url === null) return <UnshownPicture name={name} gone />;
  if (broken === url) return <UnshownPicture name={name} blob={blob} />;
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
      <img src={url} alt={name} onError={() => setBroken(url)} />
    </button>
  );
}
