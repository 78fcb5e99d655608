import type { MenuItemConstructorOptions } from 'electron';
import type { ShellTexts } from './texts.ts';

export interface MenuContext {
  words: ShellTexts;
  platform: NodeJS.Platform;
  /** A packaged app has no developer tools and no reload. */
  packaged: boolean;
  openWindow: () => void;
}

/**
 * The application menu. macOS handles the editing shortcuts through it; elsewhere it stays hidden until Alt and has the
 * same shortcuts. Roles do the work; only their labels are ours, because Electron's are English.
 */
export function menuTemplate({ words, platform, packaged, openWindow }: MenuContext): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const line: MenuItemConstructorOptions = { type: 'separator' };
  const appMenu: MenuItemConstructorOptions = {
    label: 'Baton',
    submenu: [
      { role: 'about', label: words.about },
      line,
      { role: 'hide', label: words.hide },
      { role: 'hideOthers', label: words.hideOthers },
      { role: 'unhide', label: words.showAll },
      line,
      { role: 'quit', label: words.quit },
    ],
  };
  const development: MenuItemConstructorOptions[] = [
    line,
    { role: 'reload', label: words.reload },
    { role: 'toggleDevTools', label: words.devTools },
  ];
  return [
    ...(mac ? [appMenu] : []),
    {
      label: words.file,
      submenu: [
        { label: words.newWindow, accelerator: 'CmdOrCtrl+Shift+N', click: openWindow },
        line,
        { role: 'close', label: words.closeWindow },
        ...(mac ? [] : [{ role: 'quit' as const, label: words.quit }]),
      ],
    },
    { label: words.edit, submenu: editItems(words) },
    {
      label: words.view,
      submenu: [
        { role: 'resetZoom', label: words.actualSize },
        { role: 'zoomIn', label: words.zoomIn },
        { role: 'zoomOut', label: words.zoomOut },
        line,
        { role: 'togglefullscreen', label: words.fullScreen },
        ...(packaged ? [] : development),
      ],
    },
    {
      label: words.window,
      role: 'window',
      submenu: [
        { role: 'minimize', label: words.minimize },
        ...(mac ? [{ role: 'front' as const, label: words.front }] : []),
      ],
    },
  ];
}

function editItems(words: ShellTexts): MenuItemConstructorOptions[] {
  return [
    { role: 'undo', label: words.undo },
    { role: 'redo', label: words.redo },
    { type: 'separator' },
    { role: 'cut', label: words.cut },
    { role: 'copy', label: words.copy },
    { role: 'paste', label: words.paste },
    { role: 'pasteAndMatchStyle', label: words.pastePlain },
    { role: 'selectAll', label: words.selectAll },
  ];
}

export interface ContextMenuContext {
  words: ShellTexts;
  isEditable: boolean;
  selectionText: string;
  linkURL: string;
  editFlags: { canCut: boolean; canCopy: boolean; canPaste: boolean; canSelectAll: boolean };
  copyText: (text: string) => void;
}

/** The context menu; empty when there is nothing to do. Electron has none of its own. */
export function contextMenuTemplate(context: ContextMenuContext): MenuItemConstructorOptions[] {
  const { words, editFlags, linkURL, copyText } = context;
  if (context.isEditable)
    return [
      { role: 'cut', label: words.cut, enabled: editFlags.canCut },
      { role: 'copy', label: words.copy, enabled: editFlags.canCopy },
      { role: 'paste', label: words.paste, enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', label: words.selectAll, enabled: editFlags.canSelectAll },
    ];
  return [
    ...(context.selectionText.trim() === '' ? [] : [{ role: 'copy' as const, label: words.copy }]),
    ...(/^(https?|mailto):/i.test(linkURL) ? [{ label: words.copyLink, click: () => copyText(linkURL) }] : []),
  ];
}
