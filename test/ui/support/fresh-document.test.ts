// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';

/** Losing the focus makes jsdom draw a frame; one that waits for a fake clock would hold up those of all later tests. */
it('a test that ends with a fake clock leaves the frames of the next', async () => {
  vi.useFakeTimers();
  const field = document.body.appendChild(document.createElement('textarea'));
  field.focus();
  field.remove();
  vi.useRealTimers();
  await expect(new Promise((resolve) => requestAnimationFrame(resolve))).resolves.toBeGreaterThan(0);
}, 5_000);
