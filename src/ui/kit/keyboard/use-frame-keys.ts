import { useMemo } from 'react';
import { FRAME_SHORTCUTS, type FrameShortcutId } from './frame-shortcuts.ts';
import { formatKeys, isMac, keysFor } from './shortcut.ts';

/** The global shortcuts as printed on this machine's keyboard, for tooltips and menus. */
export function useFrameKeys(): Record<FrameShortcutId, string> {
  return useMemo(() => {
    const mac = isMac(navigator.platform);
    const of = (id: FrameShortcutId) => {
      const shortcut = FRAME_SHORTCUTS.find((one) => one.id === id);
      return shortcut ? formatKeys(keysFor(shortcut, mac), mac) : '';
    };
    return {
      palette: of('palette'),
      newChat: of('newChat'),
      temporary: of('temporary'),
      search: of('search'),
      searchAll: of('searchAll'),
      focusComposer: of('focusComposer'),
      toggleSidebar: of('toggleSidebar'),
      previousSession: of('previousSession'),
      nextSession: of('nextSession'),
      stop: of('stop'),
      export: of('export'),
      settings: of('settings'),
      shortcuts: of('shortcuts'),
    };
  }, []);
}
