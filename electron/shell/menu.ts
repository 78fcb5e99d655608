import type { MenuItemConstructorOptions } from 'electron';
import type { DesktopTexts } from '#texts/desktop-texts.ts';
import { ADDRESS } from './addresses.ts';
import { acceleratorOf, type PageKey } from './page-keys.ts';

export interface MenuContext {
  texts: DesktopTexts;
  platform: NodeJS.Platform;
  /** A packaged app has no developer tools and no reload. */
  packaged: boolean;
  openWindow: () => void;
  /** Opens what the window shows in one more window. */
  openInNewWindow: () => void;
  /** Presses a key of the page in the window, or opens a window there if all are closed. */
  press: (key: PageKey, otherwise: string | null) => void;
  /** Shows an address of the page in the window. */
  show: (address: string) => void;
}

const LINE: MenuItemConstructorOptions = { type: 'separator' };

/**
 * The application menu. macOS handles the editing shortcuts through it; elsewhere it stays hidden until Alt and has the
 * same shortcuts. Roles do what Electron can; the rest is what the page's own keys and addresses do.
 */
export function menuTemplate(context: MenuContext): MenuItemConstructorOptions[] {
  const { texts, platform, packaged, show } = context;
  const mac = platform === 'darwin';
  const settings = pageItem(context, 'settings', texts.settings, ADDRESS.settings);
  const appMenu: MenuItemConstructorOptions = {
    label: 'Baton',
    submenu: [
      { role: 'about', label: texts.about },
      LINE,
      settings,
      LINE,
      { role: 'hide', label: texts.hide },
      { role: 'hideOthers', label: texts.hideOthers },
      { role: 'unhide', label: texts.showAll },
      LINE,
      { role: 'quit', label: texts.quit },
    ],
  };
  return [
    ...(mac ? [appMenu] : []),
    { label: texts.file, submenu: fileItems(context, mac ? [] : [settings, LINE]) },
    { label: texts.edit, submenu: [...editItems(texts), LINE, ...searchItems(context)] },
    { label: texts.view, submenu: [...viewItems(context), ...(packaged ? [] : developmentItems(texts))] },
    {
      label: texts.window,
      role: 'window',
      submenu: [
        { role: 'minimize', label: texts.minimize },
        ...(mac ? [{ role: 'front' as const, label: texts.front }] : []),
      ],
    },
    {
      label: texts.help,
      role: 'help',
      submenu: [
        { label: texts.guide, click: () => show(ADDRESS.help) },
        pageItem(context, 'shortcuts', texts.shortcuts, ADDRESS.shortcuts),
      ],
    },
  ];
}

/** The page hears the key itself, so the menu only shows it. macOS asks the page first, too. */
function pageItem(
  { platform, press }: MenuContext,
  key: PageKey,
  label: string,
  otherwise: string | null = null,
): MenuItemConstructorOptions {
  return {
    label,
    accelerator: acceleratorOf(key, platform),
    registerAccelerator: false,
    click: () => press(key, otherwise),
  };
}

function fileItems(context: MenuContext, settings: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  const { texts, platform, openWindow, openInNewWindow, show } = context;
  return [
    pageItem(context, 'newChat', texts.newChat, ADDRESS.newChat),
    pageItem(context, 'temporary', texts.temporaryChat, ADDRESS.temporary),
    { label: texts.quickQuestion, click: () => show(ADDRESS.quick) },
    { label: texts.newWindow, accelerator: 'CmdOrCtrl+Shift+N', click: openWindow },
    { label: texts.openInNewWindow, click: openInNewWindow },
    LINE,
    pageItem(context, 'export', texts.exportChat),
    pageItem(context, 'print', texts.printChat),
    // The same sheet: what is on the pages is chosen there, for both.
    { label: texts.savePdf, click: () => context.press('print', null) },
    LINE,
    ...settings,
    { role: 'close', label: texts.closeWindow },
    ...(platform === 'darwin' ? [] : [{ role: 'quit' as const, label: texts.quit }]),
  ];
}

function searchItems(context: MenuContext): MenuItemConstructorOptions[] {
  const { texts } = context;
  return [
    pageItem(context, 'search', texts.searchTitles),
    pageItem(context, 'searchAll', texts.searchAll, ADDRESS.search),
  ];
}

function viewItems(context: MenuContext): MenuItemConstructorOptions[] {
  const { texts } = context;
  return [
    pageItem(context, 'palette', texts.palette),
    pageItem(context, 'toggleSidebar', texts.sidebar),
    pageItem(context, 'previousSession', texts.previousChat),
    pageItem(context, 'nextSession', texts.nextChat),
    pageItem(context, 'stop', texts.stop),
    LINE,
    { role: 'resetZoom', label: texts.actualSize },
    { role: 'zoomIn', label: texts.zoomIn },
    { role: 'zoomOut', label: texts.zoomOut },
    LINE,
    { role: 'togglefullscreen', label: texts.fullScreen },
  ];
}

function developmentItems(texts: DesktopTexts): MenuItemConstructorOptions[] {
  return [LINE, { role: 'reload', label: texts.reload }, { role: 'toggleDevTools', label: texts.devTools }];
}

function editItems(texts: DesktopTexts): MenuItemConstructorOptions[] {
  return [
    { role: 'undo', label: texts.undo },
    { role: 'redo', label: texts.redo },
    LINE,
    { role: 'cut', label: texts.cut },
    { role: 'copy', label: texts.copy },
    { role: 'paste', label: texts.paste },
    { role: 'pasteAndMatchStyle', label: texts.pastePlain },
    { role: 'selectAll', label: texts.selectAll },
  ];
}
