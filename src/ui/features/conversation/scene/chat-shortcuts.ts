import type { Shortcut } from '#ui/kit/keyboard/shortcut.ts';

/** Work wherever the focus is, also in text fields. */
export const CHAT_SHORTCUTS = [
  { id: 'previousMessage', keys: 'Alt+PageUp' },
  { id: 'nextMessage', keys: 'Alt+PageDown' },
] as const satisfies readonly Shortcut[];

/** The browser's own search sees only rendered messages. */
export const FIND_SHORTCUTS = [{ id: 'find', keys: '$mod+F' }] as const satisfies readonly Shortcut[];

/** All messages and branches at a glance. */
export const OUTLINE_SHORTCUTS = [{ id: 'outline', keys: '$mod+Shift+L' }] as const satisfies readonly Shortcut[];

/**
 * Changes how a run asks. Shift+Tab, which other apps use, is how a keyboard leaves the message box backwards, so it
 * stays that.
 */
export const MODE_SHORTCUTS = [{ id: 'mode', keys: '$mod+Shift+M' }] as const satisfies readonly Shortcut[];

/** Keys of a focused message. The list handles them; the Shortcuts page shows them. */
export const MESSAGE_SHORTCUTS = [
  { id: 'messageMove', keys: 'K J' },
  { id: 'messageQuestions', keys: 'Shift+K Shift+J' },
  { id: 'messageEnds', keys: 'Home End' },
  { id: 'messageVersions', keys: 'ArrowLeft ArrowRight' },
  { id: 'messageBranch', keys: 'B' },
  { id: 'messageCompare', keys: 'V' },
  { id: 'messageCopy', keys: 'C' },
  { id: 'messageEdit', keys: 'E' },
  { id: 'messageRetry', keys: 'R' },
  { id: 'messageInspect', keys: 'I' },
  { id: 'messageLeave', keys: 'Escape' },
] as const satisfies readonly Shortcut[];

/** Keys of the message box. A setting decides which of the first two sends. */
export const COMPOSER_SHORTCUTS = [
  { id: 'composerEnter', keys: 'Enter' },
  { id: 'composerModEnter', keys: '$mod+Enter' },
  { id: 'composerStop', keys: 'Escape' },
  { id: 'composerEditLast', keys: 'ArrowUp' },
  { id: 'composerCommands', keys: '/' },
  { id: 'composerMention', keys: '@' },
] as const satisfies readonly Shortcut[];
