import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { inlineKey } from '#ui/kit/keyboard/inline-key.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { clampWidth, SIDEBAR, USUAL_REM } from '#ui/shell/scene/sidebar-width.ts';
import css from './resizer.module.css';

interface ResizerProps {
  width: number;
  /** Called continuously while dragging. */
  onResize: (width: number) => void;
  /** The final width. */
  onDone: (width: number) => void;
}

/** 1 where the sidebar is at the left, -1 where it is at the right. */
const forward = (event: PointerEvent): 1 | -1 => (getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1);

/** How much wider the sidebar is drawn than at the usual text size. */
const scaleOf = ({ currentTarget }: PointerEvent): number =>
  Number.parseFloat(getComputedStyle(currentTarget.ownerDocument.documentElement).fontSize) / USUAL_REM;

/** The edge between sidebar and conversation: drag, arrow keys, double-click for the default width. */
export function Resizer({ width, onResize, onDone }: ResizerProps) {
  const t = useT('frame');
  const start = useRef<{ x: number; width: number } | null>(null);

  const at = (event: PointerEvent) => {
    const { x, width: before } = start.current ?? { x: event.clientX, width };
    return clampWidth(before + (forward(event) * (event.clientX - x)) / scaleOf(event));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -16, ArrowRight: 16, Home: -SIDEBAR.max, End: SIDEBAR.max }[
      inlineKey(event.key, event.currentTarget)
    ];
    if (step === undefined) return;
    event.preventDefault();
    onDone(clampWidth(width + step));
  };

  return (
    // A window splitter (APG): focusable, and its value is the width.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={css['resizer']}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('sidebar.resize')}
      aria-valuemin={SIDEBAR.min}
      aria-valuemax={SIDEBAR.max}
      aria-valuenow={width}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onDone(SIDEBAR.usual)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => start.current && onResize(at(event))}
      onPointerUp={(event) => {
        if (start.current && event.clientX !== start.current.x) onDone(at(event));
        start.current = null;
      }}
      onPointerCancel={() => {
        if (start.current) onDone(start.current.width);
        start.current = null;
      }}
    />
  );
}
