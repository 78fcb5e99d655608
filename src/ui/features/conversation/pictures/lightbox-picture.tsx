import { Check, ChevronLeft, ChevronRight, Copy, Download, Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useImperativeHandle, useRef, useState, type Ref, type RefObject } from 'react';
import { useBlobUrl } from '#ui/data/use-blob-url.ts';
import { useReadBlob } from '#ui/data/use-read-blob.ts';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import type { Picture } from './pictures.ts';
import { UnshownPicture } from './unshown-picture.tsx';
import { copyPicture, savePicture } from './save-picture.ts';
import { useZoom } from './use-zoom.ts';
import css from './lightbox.module.css';

export interface LightboxHandle {
  /** The whole picture is in view. */
  fits: boolean;
  zoomIn: () => void;
  zoomOut: () => void;
  fit: () => void;
  copy: () => void;
}

interface LightboxPictureProps {
  picture: Picture;
  frame: RefObject<HTMLDivElement | null>;
  /** `null` where there is none. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  ref: Ref<LightboxHandle>;
}

/** One picture and what can be done with it. */
export function LightboxPicture({ picture, frame, onPrevious, onNext, ref }: LightboxPictureProps) {
  const t = useT('chat');
  const common = useT('common');
  const toast = useToast();
  const readBlob = useReadBlob();
  const url = useBlobUrl(picture.blob);
  const image = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState('');
  const [broken, setBroken] = useState('');
  const [copiedBlob, setCopiedBlob] = useState('');
  const copied = copiedBlob === picture.blob;
  const { scale, width, zoomIn, zoomOut, fit, handlers } = useZoom(frame, image);
  const label = t('picture.frame');

  const withBytes = async (act: (bytes: Blob) => unknown, failed: string) => {
    try {
      const bytes = await readBlob(picture.blob);
      if (!bytes) throw new Error('no picture');
      await act(bytes);
      return true;
    } catch {
      toast({ tone: 'warning', title: failed, id: 'picture' });
      return false;
    }
  };
  const draw = (bytes: Blob) => {
    if (!image.current) throw new Error('not drawn');
    return copyPicture(bytes, image.current);
  };
  const copy = () => void withBytes(draw, t('picture.notCopied')).then((done) => done && setCopiedBlob(picture.blob));
  const save = () => void withBytes((bytes) => savePicture(bytes, picture.name), t('picture.notSaved'));
  useImperativeHandle(ref, () => ({ fits: scale === null, zoomIn, zoomOut, fit, copy }));

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <div ref={frame} className={css['frame']} role="group" aria-label={label} tabIndex={0} {...handlers}>
        {url === undefined ? null : url === null || broken === url ? (
          <UnshownPicture name={picture.name} gone={url === null} />
        ) : (
          <img
            ref={image}
            src={url}
            alt={picture.name}
            draggable={false}
            onError={() => setBroken(url)}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize(`${naturalWidth} × ${naturalHeight}`)
            }
            style={width === null ? undefined : { width }}
          />
        )}
      </div>
      <footer className={css['tools']}>
        <span className={css['size']}>{size}</span>
        <IconButton
          label={t('picture.previous')}
          keys="PgUp"
          icon={<ChevronLeft aria-hidden />}
          aria-disabled={onPrevious === null}
          onClick={() => onPrevious?.()}
        />
        <IconButton
          label={t('picture.next')}
          keys="PgDn"
          icon={<ChevronRight aria-hidden />}
          aria-disabled={onNext === null}
          onClick={() => onNext?.()}
        />
        <IconButton label={t('picture.zoomOut')} keys="−" icon={<ZoomOut aria-hidden />} onClick={zoomOut} />
        <output className={css['scale']}>{scale === null ? '' : `${Math.round(scale * 100)} %`}</output>
        <IconButton label={t('picture.zoomIn')} keys="+" icon={<ZoomIn aria-hidden />} onClick={zoomIn} />
        <IconButton
          label={t('picture.fit')}
          keys="0"
          icon={<Maximize aria-hidden />}
          aria-pressed={scale === null}
          onClick={fit}
        />
        <IconButton
          label={copied ? common('copied') : t('picture.copy')}
          icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />}
          onClick={copy}
        />
        <IconButton label={common('save')} icon={<Download aria-hidden />} onClick={save} />
      </footer>
    </>
  );
}
