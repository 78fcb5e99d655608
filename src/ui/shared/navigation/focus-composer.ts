import { createEarlyKeys } from '#ui/kit/keyboard/early-keys.ts';
import { isFocusLost } from '#ui/kit/keyboard/is-focus-lost.ts';
import { replaceText } from '#ui/kit/text/replace-text.ts';

/** The text field of the message box that is on the screen. */
export const composerOf = (sessionId?: string): HTMLTextAreaElement | null =>
  document.querySelector<HTMLTextAreaElement>(
    `[data-composer${sessionId === undefined ? '' : `="${CSS.escape(sessionId)}"`}]`,
  );

/** The composer marks its text field with its conversation, so that the frame can focus it. */
export function focusComposer(sessionId?: string): boolean {
  const field = composerOf(sessionId);
  field?.focus();
  return field !== null;
}

const PATIENCE_MS = 5000;

/** Focuses it once the conversation is on the screen, unless the user has moved elsewhere meanwhile. */
export function focusComposerSoon(sessionId?: string): void {
  const start = document.activeElement;
  whileOn(start, () => focusComposer(sessionId));
}

/**
 * Focuses it once the conversation is on the screen, if what has the focus now is not on that screen: a link that led
 * there would leave a user of the keyboard at the top of the page.
 */
export function focusComposerIfLost(sessionId: string): void {
  focusIfLost(() => composerOf(sessionId));
}

/**
 * The same for another place: `find` returns what is to have the focus as soon as it is on the screen. A popup that led
 * there, such as the palette, has the focus until it has closed.
 */
export function focusIfLost(find: () => HTMLElement | null): void {
  whileOn(document.activeElement, () => {
    const place = find();
    if (place && isFocusLost()) place.focus({ preventScroll: true });
    return place !== null && !document.activeElement?.closest('[data-base-ui-portal]');
  });
}

/** Tries before each frame until it is done, the focus is elsewhere, or it takes too long. */
function whileOn(start: Element | null, isDone: () => boolean): void {
  const until = performance.now() + PATIENCE_MS;
  const attempt = () => {
    if (document.activeElement !== start && !isFocusLost()) return;
    if (!isDone() && performance.now() < until) requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}

const early = createEarlyKeys('textarea');
/** The message box that is on its way. */
let coming: (() => HTMLTextAreaElement | null) | null = null;

/**
 * From now on, what is typed is for a message box that is on its way, not for the one on the screen. Returns what says
 * that it doesn't come, which changes nothing where another one is on its way since.
 */
export function expectComposer(): () => void {
  early.begin(() => undefined);
  const before = coming;
  return () => {
    if (coming === before) stopExpecting();
  };
}

/** What is typed now goes into a message box, or into one that is on its way. */
export const isInComposer = (): boolean =>
  early.state().focused || (document.activeElement?.matches('[data-composer]') ?? false);

/** None is on its way after all: what was typed goes where it would have gone. */
export function stopExpecting(): void {
  coming = null;
  const text = early.state().focused ? early.abandon() : early.take();
  type(composerOf(), text);
}

/**
 * Focuses the expected message box as soon as `find` returns it, with what was typed until then. It is expected as long
 * as `isExpected` says so.
 */
export function handOver(find: () => HTMLTextAreaElement | null, isExpected: () => boolean = () => true): void {
  expectComposer();
  coming = find;
  const until = performance.now() + PATIENCE_MS;
  const attempt = () => {
    // Another one is expected since.
    if (coming !== find) return;
    const { typed, focused, composing } = early.state();
    const field = composing ? null : find();
    if (field) {
      coming = null;
      const elsewhere = focused || isFocusLost() ? null : document.activeElement;
      const text = early.take();
      if (!elsewhere) field.focus();
      type(field, text);
      if (elsewhere instanceof HTMLElement) elsewhere.focus();
    } else if (isExpected() && (typed || composing || performance.now() < until)) requestAnimationFrame(attempt);
    else stopExpecting();
  };
  requestAnimationFrame(attempt);
}

function type(field: HTMLTextAreaElement | null, text: string): void {
  if (field && text !== '') replaceText(field, field.selectionStart, field.selectionEnd, text);
}
