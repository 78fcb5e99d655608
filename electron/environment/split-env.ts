import { MARK_NAME } from '#host/mcp/orphan-processes/process-table.ts';
import { isAlwaysAllowed } from '#host/mcp/process/child-env.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export interface SplitEnv {
  /** The environment of Baton's own processes: every program of this account can read it. */
  open: Record<string, string>;
  /** The rest, kept in the host's memory. */
  withheld: Record<string, string>;
}

const OWN = new Set([
  'BATON_BROWSER',
  'BATON_HOME',
  'BATON_PORT',
  MARK_NAME,
  'ELECTRON_OVERRIDE_DIST_PATH',
  'ELECTRON_OZONE_PLATFORM_HINT',
  'FORCE_COLOR',
  'NO_COLOR',
  'NODE_COMPILE_CACHE',
  'NODE_OPTIONS',
  'NODE_V8_COVERAGE',
]);

/** What a window needs: display, input methods, graphics and the desktop's theme. */
const WINDOW = new Set([
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XMODIFIERS',
  'DBUS_SESSION_BUS_ADDRESS',
  'DESKTOP_SESSION',
  'CLUTTER_IM_MODULE',
  'GTK_IM_MODULE',
  'INPUT_METHOD',
  'QT_IM_MODULE',
  'QT_IM_MODULES',
  'SDL_IM_MODULE',
  'FONTCONFIG_FILE',
  'FONTCONFIG_PATH',
  'GDK_BACKEND',
  'GDK_DPI_SCALE',
  'GDK_PIXBUF_MODULE_FILE',
  'GDK_SCALE',
  'GIO_EXTRA_MODULES',
  'GNOME_DESKTOP_SESSION_ID',
  'GSETTINGS_SCHEMA_DIR',
  'GTK_MODULES',
  'GTK_PATH',
  'GTK_THEME',
  'KDE_FULL_SESSION',
  'KDE_SESSION_VERSION',
  'LD_LIBRARY_PATH',
  'LIBGL_ALWAYS_SOFTWARE',
  'LIBGL_DRIVERS_PATH',
  'LIBVA_DRIVERS_PATH',
  'LIBVA_DRIVER_NAME',
  'MESA_LOADER_DRIVER_OVERRIDE',
  'NIXOS_OZONE_WL',
  'PULSE_SERVER',
  'QT_QPA_PLATFORMTHEME',
  'VK_DRIVER_FILES',
  'VK_ICD_FILENAMES',
  'WSL_DISTRO_NAME',
  'WSL_INTEROP',
  'XCURSOR_SIZE',
  'XCURSOR_THEME',
  'XDG_MENU_PREFIX',
  'XDG_SEAT',
  'XDG_SESSION_CLASS',
  'XDG_SESSION_DESKTOP',
  'XDG_SESSION_ID',
  'XDG_VTNR',
  '__EGL_VENDOR_LIBRARY_FILENAMES',
  '__GLX_VENDOR_LIBRARY_NAME',
]);

export function splitEnv(env: Env, platform: NodeJS.Platform): SplitEnv {
  const split: SplitEnv = { open: {}, withheld: {} };
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    const open = isAlwaysAllowed(name, value, platform) || OWN.has(name) || WINDOW.has(name);
    split[open ? 'open' : 'withheld'][name] = value;
  }
  return split;
}
