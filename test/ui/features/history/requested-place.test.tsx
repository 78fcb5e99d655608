// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { useRequestedPlace } from '#ui/features/history/steps/use-requested-place.ts';
import { render } from '#test/ui/support/render.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Place({ requested }: { requested: boolean }) {
  return <div ref={useRequestedPlace(requested)} />;
}

/** How often it was scrolled to, and what changes a size on the page. */
function watchScrolling() {
  const observers = new Set<() => void>();
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(undefined);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #changed: () => void;
      constructor(changed: () => void) {
        this.#changed = changed;
      }
      observe = () => observers.add(this.#changed);
      disconnect = () => observers.delete(this.#changed);
    },
  );
  return { scrolled, resize: () => observers.forEach((changed) => changed()) };
}

test.each(['wheel', 'pointerdown', 'touchstart', 'keydown'])(
  'a requested place stays while the page loads, until the user acts: %s',
  async (act) => {
    const { scrolled, resize } = watchScrolling();
    await render(<Place requested />);
    resize();
    expect(scrolled).toHaveBeenCalledTimes(2);
    dispatchEvent(new Event(act));
    resize();
    expect(scrolled).toHaveBeenCalledTimes(2);
  },
);

test('a place that nobody requested is never scrolled to', async () => {
  const { scrolled, resize } = watchScrolling();
  await render(<Place requested={false} />);
  resize();
  expect(scrolled).not.toHaveBeenCalled();
});
