/** Captures what is typed between the key that opens a field and the moment the field has focus. */
export interface EarlyKeys {
  /** From now on keys go here instead of the previous focus. `onEscape` is called when the user cancels. */
  begin(onEscape: () => void): void;
  /** Returns what was typed so far and stops capturing. */
  take(): string;
  /** Like `take`, and restores the previous focus. */
  abandon(): void;
  /** The element that had the focus when capturing started. */
  origin(): HTMLElement | null;
}

/*
 * A separate field rather than a listener: only a field can capture what an input method composes, and keys for the
 * coming field must never reach the previous one, where Enter would send a message.
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
