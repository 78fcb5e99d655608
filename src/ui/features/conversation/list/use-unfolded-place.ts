import { useCallback, useEffect, useState, type MouseEvent, type RefObject } from 'react';

/** Controls that fold and unfold. Those that open a menu or a dialog move nothing. */
const FOLD = 'summary, [aria-expanded]:not([aria-haspopup])';

interface UnfoldedPlace {
  /** The list must not follow its end. */
  held: boolean;
  /** For `onClickCapture` of the list; keys click, too. */
  onClick: (event: MouseEvent) => void;
  release: () => void;
}

/**
 * Keeps the line in place that the user folds or unfolds: near the end, the list would follow its end and scroll the line
 * away. What was unfolded may still load and grow, so it is held until the list is scrolled; what was folded, until the
 * list has measured it.
 */
export function useUnfoldedPlace(scroller: RefObject<HTMLElement | null>): UnfoldedPlace {
  const [held, setHeld] = useState(false);
  const release = useCallback(() => setHeld(false), []);
  const onClick = useCallback(
    ({ target }: MouseEvent) => {
      const fold = target instanceof Element && target.closest(FOLD);
      if (!fold) return;
      setHeld(true);
      if (isOpen(fold)) requestAnimationFrame(() => requestAnimationFrame(release));
    },
    [release],
  );
  useEffect(() => {
    const element = scroller.current;
    if (!held || !element) return undefined;
    element.addEventListener('scroll', release, { passive: true });
    return () => element.removeEventListener('scroll', release);
  }, [held, release, scroller]);
  return { held, onClick, release };
}

const isOpen = (fold: Element): boolean =>
  fold.parentElement instanceof HTMLDetailsElement
    ? fold.parentElement.open
    : fold.getAttribute('aria-expanded') === 'true';
