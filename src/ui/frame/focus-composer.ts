/** The composer marks its text field with `data-composer`, so that the frame can hand it the keyboard. */
export function focusComposer(): boolean {
  const field = document.querySelector<HTMLElement>('[data-composer]');
  field?.focus();
  return field !== null;
}

const PATIENCE_MS = 5000;

/** Once the conversation that was just opened is on the screen, unless the person has gone elsewhere meanwhile. */
export function focusComposerSoon(): void {
  const until = performance.now() + PATIENCE_MS;
  const start = document.activeElement;
  const attempt = () => {
    const now = document.activeElement;
    if (now !== start && now !== document.body && now !== null) return;
    if (!focusComposer() && performance.now() < until) requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}
