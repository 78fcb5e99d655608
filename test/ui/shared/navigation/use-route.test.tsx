// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { navigate, useRoute } from '#ui/shared/navigation/use-route.ts';

it('stays where it is while the address holds a ticket, and leaves the ticket alone', () => {
  window.location.hash = '#/s/one';
  const { result, rerender } = renderHook(() => useRoute());
  expect(result.current).toEqual({ name: 'session', id: 'one' });

  // The page may be drawn again before the browser reports the new address.
  window.location.hash = '#t=ticket';
  rerender();
  expect(result.current).toEqual({ name: 'session', id: 'one' });
  act(() => navigate({ name: 'session', id: 'two' }, { replace: true }));
  expect(window.location.hash).toBe('#t=ticket');

  act(() => {
    window.location.hash = '#/s/three';
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  });
  expect(result.current).toEqual({ name: 'session', id: 'three' });
});
