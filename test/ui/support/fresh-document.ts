import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

/** Files that share a worker share its document: each test leaves it, the clock and the stored choices as it found them. */
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  document.body.replaceChildren();
  document.documentElement.removeAttribute('lang');
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
