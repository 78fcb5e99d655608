/** The button of the outline is marked with `data-outline`, so that the frame can open it; false where there is none. */
export function openOutline(): boolean {
  const button = document.querySelector<HTMLElement>('[data-outline]');
  button?.click();
  return button !== null;
}
