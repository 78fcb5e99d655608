import type { WebContents } from 'electron';

/**
 * Keys of the page that the menu shows and presses: src/ui/kit/keyboard/frame-shortcuts.ts. A menu item then does what
 * its key does, and page and shell need no channel for it.
 */
export const PAGE_KEYS = {
  palette: { accelerator: 'CmdOrCtrl+K' },
  newChat: { accelerator: 'CmdOrCtrl+Shift+O' },
  temporary: { accelerator: 'CmdOrCtrl+Shift+Y' },
  search: { accelerator: 'CmdOrCtrl+Shift+F' },
  searchAll: { accelerator: 'CmdOrCtrl+Shift+E' },
  focusComposer: { accelerator: 'CmdOrCtrl+J' },
  toggleSidebar: { accelerator: 'CmdOrCtrl+B' },
  previousSession: { accelerator: 'Alt+Up', mac: 'Cmd+Alt+Up' },
  nextSession: { accelerator: 'Alt+Down', mac: 'Cmd+Alt+Down' },
  stop: { accelerator: 'CmdOrCtrl+.' },
  settings: { accelerator: 'CmdOrCtrl+,' },
  shortcuts: { accelerator: 'CmdOrCtrl+/' },
  export: { accelerator: 'CmdOrCtrl+Shift+S' },
  print: { accelerator: 'CmdOrCtrl+P' },
} as const satisfies Readonly<Record<string, { accelerator: string; mac?: string }>>;

export type PageKey = keyof typeof PAGE_KEYS;

export function acceleratorOf(key: PageKey, platform: NodeJS.Platform): string {
  const row: { accelerator: string; mac?: string } = PAGE_KEYS[key];
  return platform === 'darwin' ? (row.mac ?? row.accelerator) : row.accelerator;
}

type Modifier = 'alt' | 'control' | 'meta' | 'shift';

const MODIFIERS: Readonly<Record<string, Modifier>> = { Alt: 'alt', Cmd: 'meta', Ctrl: 'control', Shift: 'shift' };

/** Presses and releases the key in the page, as if on the keyboard. */
export function pressKey(contents: Pick<WebContents, 'sendInputEvent'>, key: PageKey, platform: NodeJS.Platform): void {
  const parts = acceleratorOf(key, platform)
    .replace('CmdOrCtrl', platform === 'darwin' ? 'Cmd' : 'Ctrl')
    .split('+');
  const keyCode = parts.at(-1) ?? '';
  const modifiers = parts.slice(0, -1).flatMap((name) => MODIFIERS[name] ?? []);
  contents.sendInputEvent({ type: 'keyDown', keyCode, modifiers });
  contents.sendInputEvent({ type: 'keyUp', keyCode, modifiers });
}
