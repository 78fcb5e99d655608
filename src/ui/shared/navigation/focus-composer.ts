import { isFocusLost } from '#ui/kit/keyboard/is-focus-lost.ts';

/** The text field of the message box that is on the screen. */
export const composerOf = (sessionId?: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-composer${sessionId === undefined ? '' : `="${CSS.escape(sessionId)}"`}]`);

/** The composer marks its text field with its conversation, so that the frame can focus it. */
export function focusComposer(sessionId?: string): boolean {
  const field = composerOf(sessionId);
  field?.focus();
  return field !== null;
}

const PATIENCE_MS = 5000;

/** Focuses it once the conversation is on the screen, unless the user has moved elsewhere meanwhile. */
export function focusComposerSoon(sessionId?: string): void {
  const start = document.activeElement;
  whileOn(start, () => focusComposer(sessionId));
}

/**
 * Focuses it once the conversation is on the screen, if what has the focus now is not on that screen: a link that led
 * there would leave a user of the keyboard at the top of the page.
 */
export function focusComposerIfLost(sessionId: string): void {
  const start = document.activeElement;
  whileOn(start, () => (isFocusLost() ? focusComposer(sessionId) : composerOf(sessionId) !== null));
}

/** Tries before each frame until it is done, the focus is elsewhere, or it takes too long. */
function whileOn(start: Element | null, isDone: () => boolean): void {
  const until = performance.now() + PATIENCE_MS;
  const attempt = () => {
    if (document.activeElement !== start && !isFocusLost()) return;
    if (!isDone() && performance.now() < until) requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}
