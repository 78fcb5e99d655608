import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';

/** A language of the spell checker, such as `en-US`. */
const SpellingLanguage = z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/));

/**
 * A global shortcut as Electron writes it. Shift alone is no modifier here: such a key would be gone from every other
 * program.
 */
const Accelerator = z
  .string()
  .check(
    z.regex(
      /^(?=.*(?:Control|Alt|Super|Command)\+)(?:(?:Control|Alt|Shift|Super|Command)\+){1,4}(?:[A-Z0-9]|F(?:[1-9]|1\d|2[0-4])|Space|Insert|Home|End|PageUp|PageDown)$/,
    ),
  );

export const DesktopSettings = z.object({
  /** Whether Baton goes on in the tray when its last window is closed. `ask`: at the first close. */
  tray: z.enum(['ask', 'on', 'off']),
  /** Languages whose dictionaries are used; the user agreed to their download. Ignored where the system checks. */
  spelling: z.array(SpellingLanguage).check(z.maxLength(8)),
  /** The global shortcut of the quick window; `null`: none. */
  quickShortcut: z.nullable(Accelerator),
});
export type DesktopSettings = z.infer<typeof DesktopSettings>;

export const QuickShortcutState = z.object({
  /** `taken`: another program has it. `unavailable`: the system gives no program a global shortcut (Wayland). */
  state: z.enum(['off', 'on', 'taken', 'unavailable']),
  /** Shortcuts that are free now, best first. */
  suggestions: z.array(z.string()),
});
export type QuickShortcutState = z.infer<typeof QuickShortcutState>;

export const DesktopState = z.object({
  settings: DesktopSettings,
  quick: QuickShortcutState,
  /** `null` where Baton can't be started at login. */
  startsAtLogin: z.nullable(z.boolean()),
  /** `null` where the system checks the spelling. */
  dictionaries: z.nullable(
    z.object({
      available: z.array(z.string()),
      /** Being downloaded or opened. */
      loading: z.array(z.string()),
      failed: z.array(z.string()),
    }),
  ),
});
export type DesktopState = z.infer<typeof DesktopState>;

export const DesktopPatch = z.strictObject({
  tray: z.exactOptional(DesktopSettings.shape.tray),
  spelling: z.exactOptional(DesktopSettings.shape.spelling),
  quickShortcut: z.exactOptional(DesktopSettings.shape.quickShortcut),
  startsAtLogin: z.exactOptional(z.boolean()),
});
export type DesktopPatch = z.infer<typeof DesktopPatch>;

const NamedConversation = z.strictObject({
  id: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  title: z.string().check(z.maxLength(200)),
});
export type NamedConversation = z.infer<typeof NamedConversation>;

/** What the tray, the badge and the taskbar show. */
export const DesktopActivity = z.strictObject({
  /** Tells the reports of one window from those of others. */
  window: z.uuid(),
  running: z.array(NamedConversation).check(z.maxLength(20)),
  /** How many runs of this window wait for the user; 0 when it closes. */
  asking: z.int().check(z.nonnegative()),
  recent: z.array(NamedConversation).check(z.maxLength(10)),
});
export type DesktopActivity = z.infer<typeof DesktopActivity>;

export const SavePdf = z.strictObject({
  /** Proposed to the user, without an ending. */
  name: z.string().check(z.minLength(1), z.maxLength(200)),
});

/** The name that the user gave the file; `null` when they canceled. */
export const SavedPdf = z.object({ saved: z.nullable(z.string()) });

/** A conversation as a file is far smaller, unless it is full of pictures. */
export const MAX_GIVEN_BYTES = 64 * 1024 ** 2;

export const GiveFile = z.strictObject({
  /** With its ending. */
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  /** `drag`: under the pointer, out of the window. `share`: by the share menu of macOS. */
  by: z.enum(['drag', 'share']),
});
export type GiveFile = z.infer<typeof GiveFile>;

/** Of the desktop app alone. In browser mode the state is `null`, and the other calls are refused. */
export const desktopEndpoints = {
  desktop: { route: 'GET /api/desktop', answer: z.object({ desktop: z.nullable(DesktopState) }) },
  changeDesktop: { route: 'PATCH /api/desktop', body: DesktopPatch, answer: DesktopState, by: 'gesture' },
  /** Lets the user choose a file in the system's dialog, and writes there what the window prints now. */
  savePdf: { route: 'POST /api/desktop/pdf', body: SavePdf, answer: SavedPdf, by: 'gesture' },
  /** Gives a file to another program, whichever the user drags it to or chooses. */
  giveFile: {
    route: 'POST /api/desktop/file',
    query: GiveFile,
    body: 'bytes',
    limit: MAX_GIVEN_BYTES,
    by: 'gesture',
  },
  /** The bytes of an archive that the system asked the app to open. */
  opened: { route: 'GET /api/desktop/opened/:id', answer: 'blob' },
  /** The page may read the clipboard once, right after this. */
  allowClipboard: { route: 'POST /api/desktop/clipboard', by: 'gesture' },
  /** The page may open the microphone, right after this. A browser asks by itself. */
  allowMicrophone: { route: 'POST /api/desktop/microphone', by: 'gesture' },
  /** A picture of the screen, without the quick window, as PNG. */
  captureScreen: { route: 'POST /api/desktop/screenshot', answer: 'blob', by: 'gesture' },
  reportActivity: { route: 'PUT /api/desktop/activity', body: DesktopActivity },
} satisfies Endpoints;
