import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { followTooltips } from './follow-tooltips.ts';
import css from './tooltips.module.css';

/** Pixels between a control and its tooltip, and between that and the edges of the window. */
const GAP = 6;

/** Above the control, or below where there is no room. */
function place(tooltip: HTMLElement, control: HTMLElement): void {
  const at = control.getBoundingClientRect();
  const { width, height } = tooltip.getBoundingClientRect();
  const above = at.top - height - GAP;
  const left = at.left + (at.width - width) / 2;
  tooltip.style.top = `${above < GAP ? at.bottom + GAP : above}px`;
  tooltip.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
}

interface Shown {
  control: HTMLElement;
  label: string | undefined;
  keys: string | undefined;
}

function shownAt(control: HTMLElement): Shown {
  const { tooltip: label, tooltipKeys: keys } = control.dataset;
  return { control, label, keys };
}

/**
 * The tooltips of all controls: one element for the whole page, because most controls are never pointed at. Only to be
 * seen; what it says is the control's name, also when that changes meanwhile.
 */
export function Tooltips() {
  const [shown, setShown] = useState<Shown | null>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  const control = shown?.control;
  useEffect(() => {
    const life = new AbortController();
    const isTooltip = (target: EventTarget | null) => target instanceof Node && !!tooltip.current?.contains(target);
    followTooltips(document, isTooltip, (to) => setShown(to && shownAt(to)), life.signal);
    return () => life.abort();
  }, []);
  useEffect(() => {
    if (!control) return undefined;
    const names = new MutationObserver(() => setShown(shownAt(control)));
    names.observe(control, { attributeFilter: ['data-tooltip', 'data-tooltip-keys'] });
    return () => names.disconnect();
  }, [control]);
  useLayoutEffect(() => {
    if (!shown || !tooltip.current) return;
    // Above everything, dialogs included.
    tooltip.current.showPopover();
    place(tooltip.current, shown.control);
  }, [shown]);
  if (!shown) return null;
  const { label, keys } = shown;
  return (
    <div key={`${label} ${keys}`} ref={tooltip} popover="manual" className={css['tooltip']} aria-hidden>
      {label}
      {keys && <kbd className={css['keys']}>{keys}</kbd>}
    </div>
  );
}
