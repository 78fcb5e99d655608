import type { Shortcut } from './shortcut.ts';

/**
 * The global keyboard map. Every row needs a modifier that no text field uses, and none is a key the browser reserves
 * (Ctrl+N, Ctrl+T, Ctrl+W, Ctrl+Tab, Ctrl+Shift+N …): test/ui/shell/frame/shortcuts.test.ts. Print is the browser's in
 * name alone: it can't see the rows that a long list doesn't draw.
 */
export const FRAME_SHORTCUTS = [
  { id: 'palette', keys: '$mod+K' },
  { id: 'newChat', keys: '$mod+Shift+O' },
  { id: 'temporary', keys: '$mod+Shift+Y' },
  { id: 'search', keys: '$mod+Shift+F' },
  { id: 'searchAll', keys: '$mod+Shift+E' },
  { id: 'focusComposer', keys: '$mod+J' },
  { id: 'toggleSidebar', keys: '$mod+B' },
  { id: 'previousSession', keys: 'Alt+ArrowUp', mac: 'Meta+Alt+ArrowUp' },
  { id: 'nextSession', keys: 'Alt+ArrowDown', mac: 'Meta+Alt+ArrowDown' },
  { id: 'stop', keys: '$mod+Period', inModals: true },
  { id: 'export', keys: '$mod+Shift+S' },
  { id: 'print', keys: '$mod+P' },
  { id: 'settings', keys: '$mod+Comma' },
  { id: 'shortcuts', keys: '$mod+Slash' },
] as const satisfies readonly Shortcut[];

export type FrameShortcutId = (typeof FRAME_SHORTCUTS)[number]['id'];

/** Keys of the conversation list while it has focus. The list handles them; the Shortcuts page shows them. */
export const LIST_SHORTCUTS = [
  { id: 'listMove', keys: 'ArrowUp ArrowDown' },
  { id: 'listOpen', keys: 'Enter' },
  { id: 'listFold', keys: 'ArrowLeft ArrowRight' },
  { id: 'listSelect', keys: 'Space' },
  { id: 'listSelectRange', keys: 'Shift+ArrowDown' },
  { id: 'listSelectAll', keys: '$mod+A' },
  { id: 'listRename', keys: 'F2' },
  { id: 'listDelete', keys: 'Delete', mac: 'Backspace' },
] as const satisfies readonly Shortcut[];
