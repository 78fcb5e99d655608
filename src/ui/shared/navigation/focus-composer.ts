/** The composer marks its text field with its conversation, so that the frame can focus it. */
export function focusComposer(sessionId?: string): boolean {
  const of = sessionId === undefined ? '' : `="${CSS.escape(sessionId)}"`;
  const field = document.querySelector<HTMLElement>(`[data-composer${of}]`);
  field?.focus();
  return field !== null;
}

const PATIENCE_MS = 5000;

/** Focuses it once the conversation is on the screen, unless the user has moved elsewhere meanwhile. */
export function focusComposerSoon(sessionId?: string): void {
  const until = performance.now() + PATIENCE_MS;
  const start = document.activeElement;
  const attempt = () => {
    const now = document.activeElement;
    if (now !== start && now !== document.body && now !== null) return;
    if (!focusComposer(sessionId) && performance.now() < until) requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}
