/** Captures what is typed between the key that opens a field and the moment the field has focus. */
export interface EarlyKeys {
  /** From now on keys go here instead of the previous focus. `onEscape` is called when the user cancels. */
  begin(onEscape: () => void): void;
  /** Whether something is written here, or keys go here. A syllable that is being composed would be cut in two. */
  state(): { typed: boolean; focused: boolean; composing: boolean };
  /** Returns what was typed so far and stops capturing. */
  take(): string;
  /** Like `take`, and restores the previous focus. */
  abandon(): string;
  /** The element that had the focus when capturing started. */
  origin(): HTMLElement | null;
}

/*
 * A separate field rather than a listener: only a field can capture what an input method composes, and keys for the
 * coming field must never reach the previous one, where Enter would send a message.
 */
export function createEarlyKeys(kind: 'input' | 'textarea' = 'input'): EarlyKeys {
  let field: HTMLInputElement | HTMLTextAreaElement | null = null;
  let composing = false;
  let from: HTMLElement | null = null;

  function take(): string {
    const typed = field?.value ?? '';
    field?.remove();
    field = null;
    composing = false;
    return typed;
  }
  function origin(): HTMLElement | null {
    return from?.isConnected ? from : null;
  }
  return {
    begin(onEscape) {
      if (field?.isConnected) {
        field.focus({ preventScroll: true });
        return;
      }
      from = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      field = document.createElement(kind);
      field.className = 'visually-hidden';
      field.tabIndex = -1;
      field.autocomplete = 'off';
      field.setAttribute('aria-hidden', 'true');
      field.addEventListener('keydown', (event: Event) => {
        if (event instanceof KeyboardEvent && event.key === 'Escape') onEscape();
      });
      // A menu that closes focuses the item that was pressed once more.
      field.addEventListener('blur', (event: Event) => {
        const { relatedTarget: to } = event as FocusEvent;
        if (to instanceof Element && to.closest('[role="menu"]')) queueMicrotask(() => field?.focus());
      });
      field.addEventListener('compositionstart', () => (composing = true));
      field.addEventListener('compositionend', () => (composing = false));
      document.body.append(field);
      field.focus({ preventScroll: true });
    },
    state: () => ({
      typed: (field?.value ?? '') !== '',
      focused: field !== null && field === document.activeElement,
      composing,
    }),
    take,
    abandon() {
      if (field) origin()?.focus();
      return take();
    },
    origin,
  };
}
