/** Opens the outline through its button, which is marked with `data-outline`. Returns false where there is none. */
export function openOutline(): boolean {
  const button = document.querySelector<HTMLElement>('[data-outline]');
  button?.click();
  return button !== null;
}
