import { useMemo } from 'react';
import { FRAME_SHORTCUTS, type FrameShortcutId } from './frame-shortcuts.ts';
import { formatKeys, isMac, keysFor } from './shortcut.ts';

/** The global shortcuts as printed on this machine's keyboard, for tooltips and menus. */
export function useFrameKeys(): Record<FrameShortcutId, string> {
  return useMemo(() => {
    const mac = isMac(navigator.platform);
    const printed = FRAME_SHORTCUTS.map((shortcut) => [shortcut.id, formatKeys(keysFor(shortcut, mac), mac)]);
    return Object.fromEntries(printed) as Record<FrameShortcutId, string>;
  }, []);
}
