// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { focusComposerIfLost } from '#ui/shared/navigation/focus-composer.ts';

function add<Kind extends 'a' | 'textarea'>(kind: Kind, composerOf?: string): HTMLElementTagNameMap[Kind] {
  const element = document.createElement(kind);
  if (element instanceof HTMLAnchorElement) element.href = '#/s/two';
  if (composerOf !== undefined) element.dataset['composer'] = composerOf;
  document.body.append(element);
  return element;
}

const frames = async (count: number) => {
  for (let n = 0; n < count; n++) await new Promise((resolve) => requestAnimationFrame(resolve));
};

afterEach(() => document.body.replaceChildren());

it('focuses the message box of the conversation that replaced the link', async () => {
  const link = add('a');
  link.focus();
  focusComposerIfLost('two');
  await frames(2);
  expect(document.activeElement).toBe(link);

  link.remove();
  add('textarea', 'one');
  await frames(2);
  expect(document.activeElement).toBe(document.body);

  const box = add('textarea', 'two');
  await frames(2);
  expect(document.activeElement).toBe(box);
});

it('leaves the focus on a link that stays, such as a row of the sidebar', async () => {
  const row = add('a');
  row.focus();
  focusComposerIfLost('two');
  add('textarea', 'two');
  await frames(2);
  expect(document.activeElement).toBe(row);

  // What is lost later has nothing to do with that link.
  row.blur();
  await frames(2);
  expect(document.activeElement).toBe(document.body);
});

it('leaves the focus where the user moved it', async () => {
  const link = add('a');
  link.focus();
  focusComposerIfLost('two');
  const elsewhere = add('textarea');
  elsewhere.focus();
  await frames(2);
  link.remove();
  add('textarea', 'two');
  await frames(2);
  expect(document.activeElement).toBe(elsewhere);
});
