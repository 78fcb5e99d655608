/** How long the pointer rests on a control before its tooltip opens (ms). */
const REST_MS = 500;
/** After one has closed, the next opens at once for this long (ms). */
const NEXT_MS = 400;
/** How long the pointer may take from the control to its tooltip, which can be read under the pointer, too (ms). */
const LEAVE_MS = 120;

/** The attribute of a control whose tooltip says `data-tooltip`, and after it the keys `data-tooltip-keys`. */
const CONTROL = '[data-tooltip]';

const within = (target: EventTarget | null, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

/**
 * Calls back with the control whose tooltip should be open, or `null`: one on which the pointer rests or that has the
 * focus of the keyboard, until the pointer leaves, the focus moves, something is pressed or scrolled.
 */
export function followTooltips(
  page: Document,
  isTooltip: (target: EventTarget | null) => boolean,
  show: (control: HTMLElement | null) => void,
  signal: AbortSignal,
): void {
  let shown: HTMLElement | null = null;
  /** The control that the pointer is over. */
  let over: HTMLElement | null = null;
  let closedAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const set = (control: HTMLElement | null) => {
    clearTimeout(timer);
    if (control === shown) return;
    if (!control) closedAt = performance.now();
    shown = control;
    show(control);
  };
  const hide = () => set(null);
  const onPointerOver = ({ target, pointerType }: PointerEvent) => {
    if (isTooltip(target)) {
      clearTimeout(timer);
      return;
    }
    const control = pointerType === 'touch' ? null : within(target, CONTROL);
    if (control === over && control !== null) {
      if (control === shown) clearTimeout(timer);
      return;
    }
    over = control;
    clearTimeout(timer);
    if (control) {
      const atOnce = shown !== null || performance.now() - closedAt < NEXT_MS;
      timer = setTimeout(() => set(control), atOnce ? 0 : REST_MS);
    } else if (shown && !shown.matches(':focus-visible')) timer = setTimeout(hide, LEAVE_MS);
  };
  const onFocus = ({ target }: FocusEvent) => {
    const control = within(target, CONTROL);
    if (control?.matches(':focus-visible')) set(control);
    else hide();
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Shift' && key !== 'Control' && key !== 'Alt' && key !== 'Meta') hide();
  };

  const options = { signal, capture: true, passive: true };
  page.addEventListener('pointerover', onPointerOver, options);
  page.addEventListener('focusin', onFocus, options);
  page.addEventListener('focusout', hide, options);
  page.addEventListener('pointerdown', hide, options);
  page.addEventListener('keydown', onKeyDown, options);
  page.addEventListener('scroll', hide, options);
  page.documentElement.addEventListener('pointerleave', hide, options);
  signal.addEventListener('abort', () => clearTimeout(timer));
}
