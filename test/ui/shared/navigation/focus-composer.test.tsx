// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { expectComposer, focusComposerIfLost, handOver, stopExpecting } from '#ui/shared/navigation/focus-composer.ts';

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

afterEach(() => {
  stopExpecting();
  document.body.replaceChildren();
});

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

/** Types where the focus is. */
function type(text: string): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement)) throw new Error('nothing can be typed here');
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
}

it('hands what is typed meanwhile to the message box that is on its way', async () => {
  const old = add('textarea', 'one');
  old.focus();
  expectComposer();
  type('Hel');
  handOver(() => document.querySelector('[data-composer="two"]'));
  type('lo\n');
  await frames(2);
  const box = add('textarea', 'two');
  await frames(2);
  expect(document.activeElement).toBe(box);
  expect([old.value, box.value]).toEqual(['', 'Hello\n']);
  // Nothing else is caught.
  expect(document.querySelectorAll('textarea')).toHaveLength(2);
});

it('leaves the focus where the user moved it meanwhile, and still hands over what was typed', async () => {
  add('textarea', 'one').focus();
  handOver(() => document.querySelector('[data-composer="two"]'));
  type('Hello');
  const elsewhere = add('a');
  elsewhere.focus();
  const box = add('textarea', 'two');
  await frames(2);
  expect(document.activeElement).toBe(elsewhere);
  expect(box.value).toBe('Hello');
});

it('gives back what was typed if no message box comes', () => {
  const old = add('textarea', 'one');
  old.focus();
  expectComposer();
  type('Hello');
  stopExpecting();
  expect(document.activeElement).toBe(old);
  expect(old.value).toBe('Hello');
});

it('expects none any more once the user has gone elsewhere', async () => {
  const old = add('textarea', 'one');
  old.focus();
  handOver(
    () => null,
    () => false,
  );
  await frames(2);
  expect(document.activeElement).toBe(old);
  expect(document.querySelectorAll('textarea')).toHaveLength(1);
});
