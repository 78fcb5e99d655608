/** The composer marks its text field with `data-composer`, so that the frame can hand it the keyboard. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>('[data-composer]')?.focus();
}
