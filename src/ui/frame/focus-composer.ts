/** The composer marks its text field with `data-composer`, so that the frame can hand it the keyboard. */
export function focusComposer(): boolean {
  const field = document.querySelector<HTMLElement>('[data-composer]');
  field?.focus();
  return field !== null;
}

/** Once the conversation that was just opened is on the screen; gives up after a second. */
export function focusComposerSoon(): void {
  const until = performance.now() + 1000;
  const attempt = () => {
    if (!focusComposer() && performance.now() < until) requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}
