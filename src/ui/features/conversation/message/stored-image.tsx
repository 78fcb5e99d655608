import { ImageOff } from 'lucide-react';
import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { iconButtonClass } from '#ui/kit/controls/button.tsx';
import { useBlobUrl } from '#ui/data/use-blob-url.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { imageName } from '#core/image-name.ts';
import css from './stored-image.module.css';

/** A picture of the conversation. Pressing it shows it large. `alt` is used for one without a name. */
export function StoredImage({ blob, name, alt: unnamed }: { blob: string; name?: string | undefined; alt: string }) {
  const t = useT('chat');
  const common = useT('common');
  const url = useBlobUrl(blob);
  const own = imageName(name);
  const alt = own ?? unnamed;
  if (!url)
    return (
      <span className={css['missing']}>
        <ImageOff aria-hidden />
        {alt}
      </span>
    );
  return (
    <Dialog.Root>
      <Dialog.Trigger className={css['thumb']} aria-label={t('image.enlarge', { name: alt })} title={own ?? undefined}>
        <img src={url} alt={alt} />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={css['backdrop']} />
        <Dialog.Popup className={css['large']} aria-label={alt}>
          <img src={url} alt={alt} />
          {own !== null && (
            <p className={css['caption']} aria-hidden>
              {own}
            </p>
          )}
          <Dialog.Close className={`${iconButtonClass()} ${css['close']}`} aria-label={common('close')}>
            <X aria-hidden />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
