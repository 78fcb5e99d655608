/**
 * A key by what it means along the line where the element is: in text from right to left, the left arrow goes forward and
 * is returned as `ArrowRight`.
 */
export function inlineKey(key: string, element: Element): string {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return key;
  if (getComputedStyle(element).direction !== 'rtl') return key;
  return key === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
}
