import { globalShortcut } from 'electron';
import type { QuickShortcutState } from '#contract/desktop.ts';
import type { Log } from '../../host/base/deps.ts';

export interface QuickShortcut {
  state(): QuickShortcutState;
  /** Takes this shortcut and gives the earlier one back; `null`: none. */
  use(accelerator: string | null): void;
}

interface QuickShortcutDeps {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  onPress: () => void;
  log: Log;
}

/** Offered only where they are free. Alt+Space is the window's menu outside of macOS. */
const SUGGESTIONS = ['Control+Shift+Space', 'Control+Alt+Space', 'Alt+Shift+Space'];
const ON_MACOS = ['Alt+Space', ...SUGGESTIONS];

/**
 * A shortcut that works in every program. The system gives each to one program alone. Wayland gives none: a program there hears no
 * keys that are meant for another one.
 */
export function createQuickShortcut({ platform, env, onPress, log }: QuickShortcutDeps): QuickShortcut {
  const unavailable = platform === 'linux' && env['XDG_SESSION_TYPE'] === 'wayland';
  let wished: string | null = null;
  let held: string | null = null;

  function isFree(accelerator: string): boolean {
    const registered = globalShortcut.register(accelerator, () => undefined);
    if (registered) globalShortcut.unregister(accelerator);
    return registered;
  }

  return {
    state() {
      if (unavailable) return { state: 'unavailable', suggestions: [] };
      if (held !== null) return { state: 'on', suggestions: [] };
      const suggestions = (platform === 'darwin' ? ON_MACOS : SUGGESTIONS).filter(isFree);
      return { state: wished === null ? 'off' : 'taken', suggestions };
    },
    use(accelerator) {
      wished = accelerator;
      if (held !== null) globalShortcut.unregister(held);
      held = null;
      if (accelerator === null || unavailable) return;
      if (globalShortcut.register(accelerator, onPress)) held = accelerator;
      else log.write('warn', 'shell.shortcut-taken', { accelerator });
    },
  };
}
