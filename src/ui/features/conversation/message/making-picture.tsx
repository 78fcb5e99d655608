import { ImageOff, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import type { ImagePart } from '#core/message.ts';
import type { PicturePreview } from '#core/stream-event.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { UnshownPicture } from '#ui/features/conversation/pictures/unshown-picture.tsx';
import css from './making-picture.module.css';

interface MakingPictureProps {
  data: string;
  live: boolean;
  /** What it looks like so far. */
  preview: PicturePreview | undefined;
}

/** A picture that a model is making, or that came to nothing. `data` is its item, as the vendor sent it. */
export function MakingPicture({ data, live, preview }: MakingPictureProps) {
  const t = useT('documents');
  if (live || preview)
    return (
      <div className={css['making']}>
        <p className={css['line']}>
          <LoaderCircle className={css['spinner']} aria-hidden />
          {t('pictures.making')}
        </p>
        {preview && <Drawn {...preview} name={t('pictures.unfinished')} />}
      </div>
    );
  const reason = reasonIn(data);
  return (
    <p className={css['line']}>
      <ImageOff aria-hidden />
      {reason === '' ? t('pictures.none') : t('pictures.refused', { reason })}
    </p>
  );
}

function reasonIn(data: string): string {
  try {
    const item = JSON.parse(data) as { error?: { message?: unknown } | null } | null;
    const reason = item?.error?.message;
    return typeof reason === 'string' ? reason : '';
  } catch {
    // Text that isn't JSON says nothing about the reason.
    return '';
  }
}

/** A picture that is complete while its answer still grows, and so isn't stored yet. */
export function UnstoredPicture({ part: { mime, data }, name }: { part: ImagePart; name: string }) {
  return <Drawn mime={mime} data={data} name={name} />;
}

function Drawn({ mime, data, name }: { mime: string; data: string; name: string }) {
  const [broken, setBroken] = useState('');
  if (broken === data) return <UnshownPicture name={name} />;
  return (
    <img className={css['picture']} src={`data:${mime};base64,${data}`} alt={name} onError={() => setBroken(data)} />
  );
}
