// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { typedByTest } from '../../support/no-raw-places.ts';
import { render } from '../../support/render.tsx';

it.fails('a test that draws a text without its value does not pass', async () => {
  const { container } = await render(<p>Too long for {'{{model}}'}</p>);
  expect(container.textContent).toBe('Too long for {{model}}');
});

it.fails('an accessible name without its value does not pass either, also where it was there for a moment', async () => {
  const { container, rerender } = await render(<button type="button" aria-label="Stop {{model}}" />);
  await rerender(<button type="button" aria-label="Stop" />);
  expect(container.querySelector('button')?.ariaLabel).not.toContain('{{');
});

it('text that the test itself typed may hold braces', async () => {
  typedByTest('{{topic}}');
  const { container } = await render(<p>Sum up {'{{topic}}'}</p>);
  expect(container.textContent).toBe('Sum up {{topic}}');
});
