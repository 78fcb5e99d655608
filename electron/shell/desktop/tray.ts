import { Menu, nativeImage, Tray } from 'electron';
import type { MenuItemConstructorOptions } from 'electron';
import type { DesktopActivity } from '#contract/desktop.ts';
import type { DesktopTexts } from '#texts/desktop-texts.ts';
import { ADDRESS, addressOfConversation } from '../addresses.ts';

interface TrayActions {
  /** Shows a window at this address of the page; `null`: as it is. */
  show: (address: string | null) => void;
  quit: () => void;
}

export interface TrayIcon {
  update(activity: DesktopActivity): void;
  remove(): void;
}

const SHORT = 40;
/** An ampersand would underline the letter after it on Windows and Linux. */
const label = (title: string, untitled: string): string => {
  const text = title.trim() === '' ? untitled : title.trim();
  return (text.length > SHORT ? `${text.slice(0, SHORT - 1)}…` : text).replaceAll('&', '&&');
};

/** What the tray offers: running work, recent conversations, and the way out. */
export function trayTemplate(
  activity: DesktopActivity,
  texts: DesktopTexts,
  { show, quit }: TrayActions,
): MenuItemConstructorOptions[] {
  const line: MenuItemConstructorOptions = { type: 'separator' };
  const running = new Set(activity.running.map(({ id }) => id));
  const rows = (title: string, conversations: DesktopActivity['recent']): MenuItemConstructorOptions[] =>
    conversations.length === 0
      ? []
      : [
          line,
          { label: title, enabled: false },
          ...conversations.map((one) => ({
            label: label(one.title, texts.newChat),
            click: () => show(addressOfConversation(one.id)),
          })),
        ];
  return [
    { label: texts.openBaton, click: () => show(null) },
    { label: texts.newChat, click: () => show(ADDRESS.newChat) },
    { label: texts.quickQuestion, click: () => show(ADDRESS.quick) },
    ...rows(texts.running, activity.running),
    ...rows(
      texts.recent,
      activity.recent.filter(({ id }) => !running.has(id)),
    ),
    line,
    { label: texts.quit, click: quit },
  ];
}

/** Linux shows the menu alone: it reports no click (Electron's documentation of Tray, 45). */
export function createTray(icon: string, texts: DesktopTexts, actions: TrayActions): TrayIcon {
  const size = process.platform === 'darwin' ? 18 : 24;
  const tray = new Tray(nativeImage.createFromPath(icon).resize({ width: size, height: size }));
  tray.setToolTip('Baton');
  tray.on('click', () => {
    if (process.platform === 'win32') actions.show(null);
  });
  return {
    update(activity) {
      tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(activity, texts, actions)));
      const { running, asking } = activity;
      tray.setToolTip(asking > 0 ? texts.waits : running.length > 0 ? texts.works : 'Baton');
    },
    remove: () => tray.destroy(),
  };
}
