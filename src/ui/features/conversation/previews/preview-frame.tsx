import { useEffect, useLayoutEffect, useRef } from 'react';
import { PREVIEW_PATH, PREVIEW_SCRIPTS } from '#contract/preview.ts';
import { type FrameEvents, type FrameLink, linkFrame } from './frame-link.ts';
import css from './previews.module.css';

interface PreviewFrameProps {
  html: string;
  /** Whether its scripts run. Without them it may be drawn again and again. */
  scripts: boolean;
  label: string;
  /** The same object for as long as the frame lives. */
  events: FrameEvents;
  /** A drawing of the page's own look, which nobody has to enter. */
  plain?: boolean;
}

/** A document in a frame that reaches nothing (docs/security.md, Previews). */
export function PreviewFrame({ html, scripts, label, events, plain = false }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const link = useRef<FrameLink | null>(null);
  useLayoutEffect(() => {
    if (!frame.current) return undefined;
    const made = linkFrame(frame.current, events);
    link.current = made;
    return made.close;
  }, [events]);
  useEffect(() => link.current?.draw(html), [html]);
  return (
    <iframe
      ref={frame}
      className={css[plain ? 'plain' : 'frame']}
      {...(plain && { tabIndex: -1 })}
      src={scripts ? PREVIEW_PATH + PREVIEW_SCRIPTS : PREVIEW_PATH}
      sandbox="allow-scripts"
      allow=""
      referrerPolicy="no-referrer"
      title={label}
    />
  );
}
