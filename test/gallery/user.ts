import { pendingReads } from './fake-host.ts';

/** What a story can do with the page after it has started. */
export interface User {
  press: (name: string | RegExp, within?: string) => Promise<void>;
  type: (label: string | RegExp, text: string) => Promise<void>;
  /** Chooses the option with this value. */
  select: (label: string, value: string) => Promise<void>;
  /** Chooses a file in the input that the selector matches. */
  choose: (selector: string, file: File) => Promise<void>;
  keys: (key: string, modifiers?: KeyboardEventInit) => Promise<void>;
  sees: (text: string | RegExp) => Promise<void>;
  /** Resolves when an element matches the selector. */
  draws: (selector: string) => Promise<void>;
  /** Resolves when nothing has changed for a moment. */
  settles: () => Promise<void>;
}

const MAX_WAIT_MS = 20_000;
const MAX_SETTLE_MS = 4000;
const QUIET_MS = 120;
const PRESSABLE =
  'button,a[href],summary,[role=button],[role=tab],[role=menuitem],[role=menuitemradio],[role=menuitemcheckbox],[role=option],[role=radio],[role=switch],[role=combobox],input[type=checkbox],input[type=radio]';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const fits = (text: string | null | undefined, expected: string | RegExp): boolean =>
  typeof text === 'string' && (typeof expected === 'string' ? text.trim() === expected : expected.test(text.trim()));

function nameOf(element: Element): string {
  const labels = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null;
  const by = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  return (
    element.getAttribute('aria-label') ??
    (by.length > 0
      ? by.map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent ?? '').join(' ')
      : null) ??
    labels?.[0]?.textContent ??
    element.textContent
  );
}

async function found<T>(what: string, find: () => T | null | undefined): Promise<T> {
  for (const end = performance.now() + MAX_WAIT_MS; performance.now() < end;) {
    const one = find();
    if (one) return one;
    await pause(30);
  }
  throw new Error(`The story does not find ${what}`);
}

const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });

/**
 * Resolves when the page rests: no read is open, no image is loading, and nothing has changed for a while. A page that
 * never rests (a clock that runs) is taken as it is after some seconds.
 */
export async function settles(): Promise<void> {
  let changed = performance.now();
  const watch = new MutationObserver(() => (changed = performance.now()));
  watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  const isOpen = () => pendingReads() > 0 || [...document.images].some(({ complete }) => !complete);
  for (const end = changed + MAX_SETTLE_MS; performance.now() < end;) {
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: QUIET_MS }));
    if (isOpen()) changed = performance.now();
    else if (performance.now() - changed >= QUIET_MS) break;
    await pause(QUIET_MS / 4);
  }
  watch.disconnect();
}

function point(element: HTMLElement): void {
  const { x, y, width, height } = element.getBoundingClientRect();
  const at = { bubbles: true, cancelable: true, clientX: x + width / 2, clientY: y + height / 2, button: 0, detail: 1 };
  element.dispatchEvent(new PointerEvent('pointerdown', { ...at, pointerType: 'mouse', buttons: 1 }));
  element.dispatchEvent(new MouseEvent('mousedown', { ...at, buttons: 1 }));
  element.focus();
  element.dispatchEvent(new PointerEvent('pointerup', { ...at, pointerType: 'mouse' }));
  element.dispatchEvent(new MouseEvent('mouseup', at));
  element.dispatchEvent(new MouseEvent('click', at));
}

export const user: User = {
  async press(name, within) {
    const element = await found(`something to press called ${String(name)}`, () =>
      [...document.querySelectorAll<HTMLElement>(PRESSABLE)].find(
        (one) =>
          fits(nameOf(one), name) &&
          isShown(one) &&
          !one.matches(':disabled') &&
          (!within || one.closest(within) !== null),
      ),
    );
    element.scrollIntoView({ block: 'nearest' });
    point(element);
    await settles();
  },
  async type(label, text) {
    const field = await found(`a field called ${String(label)}`, () =>
      [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input,textarea')].find(
        (one) => fits(nameOf(one), label) && isShown(one),
      ),
    );
    field.focus();
    const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
    // React notices input only if the value isn't set through the element's own property.
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
    await settles();
  },
  async select(label, value) {
    const list = await found(`a list called ${label}`, () =>
      [...document.querySelectorAll('select')].find((one) => fits(one.labels[0]?.textContent, label) && isShown(one)),
    );
    list.focus();
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(list, value);
    list.dispatchEvent(new Event('change', { bubbles: true }));
    await settles();
  },
  async choose(selector, file) {
    const input = await found(selector, () => document.querySelector<HTMLInputElement>(selector));
    const files = new DataTransfer();
    files.items.add(file);
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await settles();
  },
  async keys(key, modifiers = {}) {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(
      new KeyboardEvent('keydown', {
        key,
        code: key.length === 1 ? `Key${key.toUpperCase()}` : key,
        bubbles: true,
        cancelable: true,
        ...modifiers,
      }),
    );
    target.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true, ...modifiers }));
    await settles();
  },
  async sees(text) {
    await found(`the words ${String(text)}`, () =>
      typeof text === 'string' ? document.body.textContent.includes(text) : text.test(document.body.textContent),
    );
    await settles();
  },
  async draws(selector) {
    await found(selector, () => document.querySelector(selector));
  },
  settles,
};
