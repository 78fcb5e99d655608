import type { App, Session, WebContents } from 'electron';
import type { Log } from '../host/base/deps.ts';
import { mayDownload, mayNavigate, mayUse } from './policy.ts';

/** Keeps all web contents inside the app: they may not open or embed anything. */
export function guardContents(app: App, log: Log): void {
  app.on('web-contents-created', (_event, contents) => guardOne(contents, log));
}

function guardOne(contents: WebContents, log: Log): void {
  // What a preview sends by WebRTC would go past every policy of its document (security.md S22).
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  const stay = (name: string) => (event: { url: string; isMainFrame: boolean; preventDefault: () => void }) => {
    if (mayNavigate(event.url, event.isMainFrame)) return;
    event.preventDefault();
    log.write('warn', 'shell.navigation-refused', { name, url: event.url });
  };
  contents.on('will-navigate', stay('will-navigate'));
  contents.on('will-frame-navigate', stay('will-frame-navigate'));
  contents.on('will-redirect', stay('will-redirect'));
  contents.setWindowOpenHandler(({ url }) => {
    log.write('warn', 'shell.window-refused', { url });
    return { action: 'deny' };
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

const expected = new Set<string>();

/** The user chose to save this image in the shell's own menu, which is no gesture of the page. Holds for one download. */
export function expectDownload(url: string): void {
  expected.add(url);
}

/** What the page may use for a moment once the user has pressed what needs it. */
type PressedPermission = 'clipboard-read' | 'microphone';

const PRESS_MS = 3_000;
const pressedUntil = new Map<string, number>();

/** Holds for one read of the clipboard, which has to begin at once, or for opening the microphone. */
export function expectUse(permission: PressedPermission): void {
  pressedUntil.set(permission, performance.now() + PRESS_MS);
}

const isPressed = (permission: string): boolean => performance.now() < (pressedUntil.get(permission) ?? 0);

/** Electron has one permission for microphone and camera. */
function nameOf(permission: string, kinds: readonly (string | undefined)[]): string {
  if (permission !== 'media') return permission;
  return kinds.length > 0 && kinds.every((kind) => kind === 'audio') ? 'microphone' : 'camera';
}

export function guardSession(session: Session, log: Log): void {
  session.setPermissionRequestHandler((_contents, asked, answer, details) => {
    const { requestingUrl, isMainFrame } = details;
    const permission = nameOf(asked, 'mediaTypes' in details ? (details.mediaTypes ?? []) : []);
    const granted = mayUse({ permission, requestingUrl, isMainFrame, pressed: isPressed(permission) });
    if (granted && permission === 'clipboard-read') pressedUntil.delete(permission);
    if (!granted) log.write('info', 'shell.permission-refused', { permission, requestingUrl });
    answer(granted);
  });
  session.setPermissionCheckHandler((_contents, asked, requestingOrigin, details) => {
    const permission = nameOf(asked, [details.mediaType]);
    return mayUse({
      permission,
      requestingUrl: details.requestingUrl ?? requestingOrigin,
      isMainFrame: details.isMainFrame && details.embeddingOrigin === undefined,
      pressed: isPressed(permission),
    });
  });
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    const url = item.getURL();
    if (expected.delete(url)) return;
    if (mayDownload({ url, hasUserGesture: item.hasUserGesture() })) return;
    event.preventDefault();
    log.write('warn', 'shell.download-refused', { url });
  });
}

/**
 * The page talks to `app://ui` alone, so its session needs no network: a proxy that nobody serves takes what a preview
 * could send by WebRTC over TCP (security.md S22). `except` are the servers that the app itself needs for now.
 */
export async function closeNetwork(session: Session, except: readonly string[] = []): Promise<void> {
  await session.setProxy({
    proxyRules: 'http://127.0.0.1:9',
    proxyBypassRules: ['<-loopback>', ...except].join(';'),
  });
}

/** A packaged app accepts no debugger (security.md S10); `--inspect` is disabled by a fuse. */
export function refuseDebugging(app: Pick<App, 'commandLine' | 'isPackaged'>): void {
  if (!app.isPackaged) return;
  for (const name of ['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address'])
    app.commandLine.removeSwitch(name);
}
