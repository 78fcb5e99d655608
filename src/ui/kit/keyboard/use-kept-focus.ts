import { useEffect, type RefObject } from 'react';
import { isFocusLost } from './is-focus-lost.ts';

const TABBABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** A menu or a dialog: whoever opened it still counts as having the focus. */
const POPUP = '[data-base-ui-portal]';

/** A place in the tree: its parent, and its index there. */
interface Place {
  parent: Element;
  index: number;
}

/**
 * Keeps the focus inside of an element when what had it goes, such as a row by its own button or a form by “Cancel”: it
 * moves to the same control of the row that took the place, to the nearest control, or to the element itself. A control that was disabled while
 * it worked gets the focus back. Whoever moves the focus at once comes first.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    let held: { control: Element; path: readonly Place[] } | null = null;
    let frame = 0;
    /** A browser takes the focus from what is disabled. */
    let disabled: Element | null = null;
    // A dialog gives it to itself as a whole.
    const isLost = () => isFocusLost() || document.activeElement?.contains(element) === true;
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      held = { control: target, path: pathTo(target, element) };
      disabled = null;
    };
    const onFocusOut = ({ relatedTarget: to }: FocusEvent) => {
      if (to instanceof Element && !element.contains(to) && !to.closest(POPUP)) held = null;
    };
    const observer = new MutationObserver(() => {
      if (!held) return;
      const { control, path } = held;
      if (control.isConnected) {
        if (control.matches(':disabled')) disabled = document.activeElement === control ? control : disabled;
        else if (disabled === control) {
          disabled = null;
          if (isLost() && control instanceof HTMLElement) control.focus({ preventScroll: true });
        }
        return;
      }
      held = null;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (isLost()) (placeNear(path) ?? element).focus({ preventScroll: true });
      });
    });
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', onFocusOut);
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', onFocusOut);
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [root]);
}

/** From the control up to the root. */
function pathTo(control: Element, root: Element): Place[] {
  const path: Place[] = [];
  for (let node = control; node !== root && node.parentElement; node = node.parentElement)
    path.push({ parent: node.parentElement, index: [...node.parentElement.children].indexOf(node) });
  return path;
}

/** The control nearest to a place that is gone. */
function placeNear(path: readonly Place[]): HTMLElement | null {
  const at = path.findIndex(({ parent }) => parent.isConnected);
  const below = path.slice(0, Math.max(0, at)).toReversed();
  for (const [up, { parent, index }] of path.slice(Math.max(0, at)).entries()) {
    const children = [...parent.children];
    const beside = [
      ...children.slice(index, index + 1),
      ...children.slice(0, index).toReversed(),
      ...children.slice(index),
    ];
    for (const child of beside) {
      const same =
        up === 0 ? below.reduce<Element | undefined>((node, place) => node?.children[place.index], child) : null;
      if (same && isTabbable(same)) return same;
      const inside = [child, ...child.querySelectorAll(TABBABLE)].filter(isTabbable);
      // Before the place, the last one is the nearest.
      const nearest = children.indexOf(child) < index ? inside.at(-1) : inside[0];
      if (nearest) return nearest;
    }
  }
  return null;
}

function isTabbable(element: Element): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    element.matches(TABBABLE) &&
    element.tabIndex >= 0 &&
    !element.matches(':disabled') &&
    element.closest('[hidden], [inert], [aria-hidden="true"]') === null
  );
}
