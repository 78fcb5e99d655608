import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';

const STEP = 1.5;
const MIN = 0.05;
const MAX = 8;

interface Zoom {
  /** Pixels of the page for each pixel of the picture; `null`: as large as fits. */
  scale: number | null;
  zoomIn: () => void;
  zoomOut: () => void;
  fit: () => void;
  /** The picture's width on the page; `null`: as large as fits. */
  width: number | null;
  /** The frame's: the mouse moves a picture that is larger. Touch and keys scroll the frame. */
  handlers: { 'data-zoomed': boolean; onDoubleClick: () => void; onPointerDown: (event: PointerEvent) => void };
}

/** The zoom of a picture in a frame that scrolls. The middle stays where it is. */
export function useZoom(frame: RefObject<HTMLElement | null>, image: RefObject<HTMLImageElement | null>): Zoom {
  const [zoomed, setZoomed] = useState<{ scale: number; width: number } | null>(null);
  const middle = useRef({ x: 0.5, y: 0.5 });

  const zoomTo = (next: (now: number) => number | null) => {
    const box = frame.current;
    const drawn = image.current;
    if (!box || !drawn || drawn.naturalWidth === 0) return;
    middle.current = {
      x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
      y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
    };
    const now = drawn.getBoundingClientRect().width / drawn.naturalWidth;
    const wanted = next(now);
    if (wanted === null) return setZoomed(null);
    const scale = Math.min(MAX, Math.max(Math.min(MIN, now), wanted));
    setZoomed({ scale, width: scale * drawn.naturalWidth });
  };
  const zoomBy = (factor: number) => zoomTo((now) => now * factor);

  useLayoutEffect(() => {
    const box = frame.current;
    if (!box || !zoomed) return;
    const { x, y } = middle.current;
    box.scrollTo(x * box.scrollWidth - box.clientWidth / 2, y * box.scrollHeight - box.clientHeight / 2);
  }, [zoomed, frame]);

  // React listens passively to the wheel, and this must keep the browser from zooming the page.
  const wheel = useRef(zoomBy);
  useEffect(() => {
    wheel.current = zoomBy;
  });
  useEffect(() => {
    const box = frame.current;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      wheel.current(Math.exp(-event.deltaY / 300));
    };
    box?.addEventListener('wheel', onWheel, { passive: false });
    return () => box?.removeEventListener('wheel', onWheel);
  }, [frame]);

  const onPointerDown = ({ pointerType, button, pointerId }: PointerEvent) => {
    const box = frame.current;
    if (!box || !zoomed || pointerType !== 'mouse' || button !== 0) return;
    const move = ({ movementX, movementY }: globalThis.PointerEvent) => box.scrollBy(-movementX, -movementY);
    box.setPointerCapture(pointerId);
    box.addEventListener('pointermove', move);
    box.addEventListener('lostpointercapture', () => box.removeEventListener('pointermove', move), { once: true });
  };
  // Between what fits and the picture's own size.
  const onDoubleClick = () => zoomTo((now) => (zoomed ? null : now < 1 ? 1 : 2));

  return {
    scale: zoomed?.scale ?? null,
    width: zoomed?.width ?? null,
    zoomIn: () => zoomBy(STEP),
    zoomOut: () => zoomBy(1 / STEP),
    fit: () => setZoomed(null),
    handlers: { 'data-zoomed': zoomed !== null, onDoubleClick, onPointerDown },
  };
}
