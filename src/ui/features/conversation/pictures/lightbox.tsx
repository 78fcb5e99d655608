import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { StoredMessage } from '#storage/rows.ts';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { inlineKey } from '#ui/kit/keyboard/inline-key.ts';
import { LightboxPicture, type LightboxHandle } from './lightbox-picture.tsx';
import { picturesOf, type Picture } from './pictures.ts';
import css from './lightbox.module.css';

interface LightboxProps {
  first: Picture;
  messages: readonly StoredMessage[];
  /** Takes the focus back. */
  opener: RefObject<Element | null>;
  onClosed: () => void;
}

/** A picture as large as the window, and the others of the conversation before and after it. */
export function Lightbox({ first, messages, opener, onClosed }: LightboxProps) {
  const t = useT('chat');
  const common = useT('common');
  const [open, setOpen] = useState(true);
  const [shown, setShown] = useState(first);
  const shownPicture = useRef<LightboxHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const found = picturesOf(messages, t);
  const pictures = found.some(({ blob }) => blob === shown.blob) ? found : [shown];
  const at = pictures.findIndex(({ blob }) => blob === shown.blob);
  const picture = pictures[at] ?? shown;
  const go = (by: -1 | 1) => {
    shownPicture.current?.fit();
    setShown(pictures[at + by] ?? shown);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const isCopy = (ctrlKey || metaKey) && key.toLowerCase() === 'c';
    if (altKey || ((ctrlKey || metaKey) && !isCopy)) return;
    const act = isCopy
      ? () => shownPicture.current?.copy()
      : keysOf(go, shownPicture.current)[inlineKey(key, event.currentTarget)];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <Dialog.Root open={open} onOpenChange={setOpen} onOpenChangeComplete={(now) => !now && onClosed()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={css['backdrop']} />
        <Dialog.Popup
          className={css['popup']}
          initialFocus={frame}
          finalFocus={() =>
            opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : true
          }
          onKeyDown={onKeyDown}
        >
          <header className={css['head']}>
            <Dialog.Title className={css['title']}>{picture.name}</Dialog.Title>
            <output className={css['place']} aria-live="polite">
              {pictures.length > 1 && (
                <>
                  <span className="visually-hidden">{picture.name} </span>
                  {t('picture.place', { number: at + 1, count: pictures.length })}
                </>
              )}
            </output>
            <IconButton label={common('close')} icon={<X aria-hidden />} onClick={() => setOpen(false)} />
          </header>
          <LightboxPicture
            ref={shownPicture}
            frame={frame}
            picture={picture}
            onPrevious={at > 0 ? () => go(-1) : null}
            onNext={at < pictures.length - 1 ? () => go(1) : null}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Arrows scroll a picture that is larger than the window, so only the others leaf through then. */
function keysOf(go: (by: -1 | 1) => void, picture: LightboxHandle | null): Record<string, (() => void) | undefined> {
  const leaf = picture?.fits === false ? {} : { ArrowLeft: () => go(-1), ArrowRight: () => go(1) };
  const zoom = picture && { '+': picture.zoomIn, '=': picture.zoomIn, '-': picture.zoomOut, '0': picture.fit };
  return { ...leaf, PageUp: () => go(-1), PageDown: () => go(1), ...zoom };
}
