/** Input events of the user. The page receives them before any other listener. */
const KINDS = ['pointerup', 'keydown', 'click', 'change', 'submit', 'dragstart'] as const;
/** Those with which a press begins to count. What is dragged is not let go yet. */
const FIRST: ReadonlySet<string> = new Set(['pointerup', 'keydown', 'dragstart']);

/** Later events of the same press belong to it. */
const TOGETHER_MS = 500;
/** What follows a press may have to read something first. */
const LATE_MS = 2_000;

export interface GestureSource {
  addEventListener(kind: string, listener: (event: Event) => void, options: { capture: true }): void;
}

export interface Gestures {
  /** True once for each gesture, shortly after it. */
  take(): boolean;
}

/**
 * Gestures of the user, each good for one approval. Events made by a script don't count (`isTrusted`), nor do events
 * that the browser no longer counts as a gesture (`isActive`: `navigator.userActivation`).
 */
export function createGestures(place: GestureSource, isActive: () => boolean, now: () => number): Gestures {
  let last: { at: number; used: boolean; chosen: boolean } | null = null;

  function onInput(event: Event): void {
    if (!event.isTrusted || ('repeat' in event && event.repeat === true)) return;
    if (!FIRST.has(event.type) && last && now() - last.at < TOGETHER_MS) return;
    // The browser's own lists only report what was chosen, however long that took.
    last = { at: now(), used: false, chosen: event.type === 'change' };
  }

  for (const kind of KINDS) place.addEventListener(kind, onInput, { capture: true });
  return {
    take() {
      if (!last || last.used || now() - last.at > LATE_MS || !(last.chosen || isActive())) return false;
      last.used = true;
      return true;
    },
  };
}
