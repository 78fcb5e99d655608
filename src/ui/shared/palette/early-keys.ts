/** Keeps what is typed between the key that opens a field and the moment the field has the focus. */
export interface EarlyKeys {
  /** From now on keys go here instead of where the focus was; `onEscape` is called when the person changes his mind. */
  begin(onEscape: () => void): void;
  /** What was typed so far. Nothing is caught any more. */
  take(): string;
  /** As `take`, and the focus goes back to where it was. */
  abandon(): void;
  /** Where the focus was when the catching began. */
  origin(): HTMLElement | null;
}

/*
 * A field of its own rather than a listener: what an input method composes can only be caught in a field, and keys that
 * are meant for the field to come must never reach the one behind, where Enter would send a message.
 */
export function createEarlyKeys(): EarlyKeys {
  let field: HTMLInputElement | null = null;
  let from: HTMLElement | null = null;

  function take(): string {
    const typed = field?.value ?? '';
    field?.remove();
    field = null;
    return typed;
  }
  function origin(): HTMLElement | null {
    return from?.isConnected ? from : null;
  }
  return {
    begin(onEscape) {
      if (field) return;
      from = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      field = document.createElement('input');
      field.className = 'visually-hidden';
      field.tabIndex = -1;
      field.autocomplete = 'off';
      field.setAttribute('aria-hidden', 'true');
      field.addEventListener('keydown', ({ key }) => key === 'Escape' && onEscape());
      document.body.append(field);
      field.focus({ preventScroll: true });
    },
    take,
    abandon() {
      if (!field) return;
      origin()?.focus();
      take();
    },
    origin,
  };
}
