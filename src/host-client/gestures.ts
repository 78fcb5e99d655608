/** What the user does with hand or voice, as the page hears of it before anything else does. */
const KINDS = ['pointerup', 'keydown', 'click', 'change', 'submit'] as const;

/** What one press sends after itself belongs to it. */
const TOGETHER_MS = 500;
/** What a press leads to may have to read something first. */
const LATE_MS = 2_000;

export interface GestureSource {
  addEventListener(kind: string, listener: (event: Event) => void, options: { capture: true }): void;
}

export interface Gestures {
  /** True once for each gesture, soon after it. */
  take(): boolean;
}

/**
 * Gestures of the user, each good for one approval. An event that a script has made is none (`isTrusted`), nor is one that
 * the browser itself does not take for one any more (`isActive`: `navigator.userActivation`).
 */
export function createGestures(place: GestureSource, isActive: () => boolean, now: () => number): Gestures {
  let last: { at: number; used: boolean; chosen: boolean } | null = null;

  function hear(event: Event): void {
    if (!event.isTrusted || ('repeat' in event && event.repeat === true)) return;
    const begins = event.type === 'pointerup' || event.type === 'keydown';
    if (!begins && last && now() - last.at < TOGETHER_MS) return;
    // A list of the browser's own tells only what was chosen in it, however long that took.
    last = { at: now(), used: false, chosen: event.type === 'change' };
  }

  for (const kind of KINDS) place.addEventListener(kind, hear, { capture: true });
  return {
    take() {
      if (!last || last.used || now() - last.at > LATE_MS || !(last.chosen || isActive())) return false;
      last.used = true;
      return true;
    },
  };
}
