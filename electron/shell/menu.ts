import type { MenuItemConstructorOptions } from 'electron';
import type { DesktopTexts } from '#texts/desktop-texts.ts';

export interface MenuContext {
  texts: DesktopTexts;
  platform: NodeJS.Platform;
  /** A packaged app has no developer tools and no reload. */
  packaged: boolean;
  openWindow: () => void;
}

/**
 * The application menu. macOS handles the editing shortcuts through it; elsewhere it stays hidden until Alt and has the
 * same shortcuts. Roles do the work; only their labels are ours, because Electron's are English.
 */
export function menuTemplate({ texts, platform, packaged, openWindow }: MenuContext): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const line: MenuItemConstructorOptions = { type: 'separator' };
  const appMenu: MenuItemConstructorOptions = {
    label: 'Baton',
    submenu: [
      { role: 'about', label: texts.about },
      line,
      { role: 'hide', label: texts.hide },
      { role: 'hideOthers', label: texts.hideOthers },
      { role: 'unhide', label: texts.showAll },
      line,
      { role: 'quit', label: texts.quit },
    ],
  };
  const development: MenuItemConstructorOptions[] = [
    line,
    { role: 'reload', label: texts.reload },
    { role: 'toggleDevTools', label: texts.devTools },
  ];
  return [
    ...(mac ? [appMenu] : []),
    {
      label: texts.file,
      submenu: [
        { label: texts.newWindow, accelerator: 'CmdOrCtrl+Shift+N', click: openWindow },
        line,
        { role: 'close', label: texts.closeWindow },
        ...(mac ? [] : [{ role: 'quit' as const, label: texts.quit }]),
      ],
    },
    { label: texts.edit, submenu: editItems(texts) },
    {
      label: texts.view,
      submenu: [
        { role: 'resetZoom', label: texts.actualSize },
        { role: 'zoomIn', label: texts.zoomIn },
        { role: 'zoomOut', label: texts.zoomOut },
        line,
        { role: 'togglefullscreen', label: texts.fullScreen },
        ...(packaged ? [] : development),
      ],
    },
    {
      label: texts.window,
      role: 'window',
      submenu: [
        { role: 'minimize', label: texts.minimize },
        ...(mac ? [{ role: 'front' as const, label: texts.front }] : []),
      ],
    },
  ];
}

function editItems(texts: DesktopTexts): MenuItemConstructorOptions[] {
  return [
    { role: 'undo', label: texts.undo },
    { role: 'redo', label: texts.redo },
    { type: 'separator' },
    { role: 'cut', label: texts.cut },
    { role: 'copy', label: texts.copy },
    { role: 'paste', label: texts.paste },
    { role: 'pasteAndMatchStyle', label: texts.pastePlain },
    { role: 'selectAll', label: texts.selectAll },
  ];
}

export interface ContextMenuContext {
  texts: DesktopTexts;
  isEditable: boolean;
  selectionText: string;
  linkURL: string;
  editFlags: { canCut: boolean; canCopy: boolean; canPaste: boolean; canSelectAll: boolean };
  copyText: (text: string) => void;
}

/** The context menu; empty when there is nothing to do. Electron has none of its own. */
export function contextMenuTemplate(context: ContextMenuContext): MenuItemConstructorOptions[] {
  const { texts, editFlags, linkURL, copyText } = context;
  if (context.isEditable)
    return [
      { role: 'cut', label: texts.cut, enabled: editFlags.canCut },
      { role: 'copy', label: texts.copy, enabled: editFlags.canCopy },
      { role: 'paste', label: texts.paste, enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', label: texts.selectAll, enabled: editFlags.canSelectAll },
    ];
  return [
    ...(context.selectionText.trim() === '' ? [] : [{ role: 'copy' as const, label: texts.copy }]),
    ...(/^(https?|mailto):/i.test(linkURL) ? [{ label: texts.copyLink, click: () => copyText(linkURL) }] : []),
  ];
}
