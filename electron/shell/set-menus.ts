import { type App, Menu } from 'electron';
import type { DesktopTexts } from '#texts/desktop-texts.ts';
import { ADDRESS } from './addresses.ts';
import { LINK_SCHEME } from './links.ts';
import { menuTemplate } from './menu.ts';
import type { Windows } from './windows.ts';

interface Menus {
  app: App;
  portable: boolean;
  texts: DesktopTexts;
  platform: NodeJS.Platform;
  windows: Windows;
}

/** The application menu, and what a right click on the icon in the dock of macOS offers. */
export function setMenus({ app, portable, texts, platform, windows }: Menus): void {
  const template = menuTemplate({
    texts,
    platform,
    packaged: app.isPackaged,
    openWindow: () => windows.open(),
    openInNewWindow: windows.openCopy,
    press: windows.press,
    show: windows.show,
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  app.dock?.setMenu(
    Menu.buildFromTemplate([
      { label: texts.newChat, click: () => windows.show(ADDRESS.newChat) },
      { label: texts.quickQuestion, click: () => windows.show(ADDRESS.quick) },
      { label: texts.newWindow, click: () => windows.open() },
    ]),
  );
  // The jump list of Windows holds tasks alone: titles of conversations are never left with the system. A portable Baton
  // leaves nothing there.
  if (platform === 'win32' && app.isPackaged && !portable)
    app.setUserTasks(
      (
        [
          ['new', texts.newChat],
          ['quick', texts.quickQuestion],
        ] as const
      ).map(([link, title]) => ({
        program: process.execPath,
        arguments: `${LINK_SCHEME}://${link}`,
        iconPath: process.execPath,
        iconIndex: 0,
        title,
        description: title,
      })),
    );
}
