import { useRef, useState, type ReactNode } from 'react';
import type { StoredMessage } from '#storage/rows.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { PictureContext, type Picture } from './pictures.ts';

const Lightbox = lazyPart(async () => (await import('./lightbox.tsx')).Lightbox);

interface PictureViewerProps {
  /** Their pictures can be leafed through. */
  messages: readonly StoredMessage[];
  children: ReactNode;
}

/** Shows pictures of its children large. The view stays when the list no longer renders the message. */
export function PictureViewer({ messages, children }: PictureViewerProps) {
  const opener = useRef<Element | null>(null);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [open] = useState(() => (chosen: Picture) => {
    opener.current = document.activeElement;
    setPicture(chosen);
  });
  return (
    <PictureContext value={open}>
      {children}
      {picture && <Lightbox first={picture} messages={messages} opener={opener} onClosed={() => setPicture(null)} />}
    </PictureContext>
  );
}
