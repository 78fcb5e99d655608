import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type * as Electron from 'electron';
import { fakeSafeStorage, type KeyringState } from './safe-storage.ts';

/**
 * Electron 45 as far as the shell uses it. Every fake satisfies its part of electron.d.ts, so a changed signature is a
 * compile error here. Calls are recorded in order, because many of the shell's duties are about order.
 */
export interface FakeElectron {
  /** The exports of `import … from 'electron'`. */
  module: object;
  calls: string[];
  app: FakeApp;
  windows: FakeWindow[];
  session: FakeSession;
  /** Answers of message boxes, in order; without one the dialog is canceled. */
  answers: number[];
  /** Whether the box of each message box is checked, in order. */
  checks: boolean[];
  boxes: Electron.MessageBoxOptions[];
  /** What is chosen in file dialogs, in order; without one the dialog is canceled. */
  picks: string[];
  openDialogs: Electron.OpenDialogOptions[];
  saveDialogs: Electron.SaveDialogOptions[];
  errorBoxes: { title: string; content: string }[];
  opened: string[];
  /** What the system says when a folder can't be opened. */
  openProblem: string;
  copied: string[];
  exposed: Map<string, unknown>;
  menus: Electron.MenuItemConstructorOptions[][];
  popups: Electron.MenuItemConstructorOptions[][];
  schemes: Electron.CustomScheme[][];
  handlers: Map<string, (request: Request) => Response | Promise<Response>>;
  safeStorage: ReturnType<typeof fakeSafeStorage>;
  trays: FakeTray[];
  notifies: boolean;
  notes: FakeNotification[];
  /** Files under the pointer, and those in the share menu of macOS. */
  dragged: { file: string; icon: string }[];
  shared: string[];
  /** Files that were shown in their folder. */
  revealed: string[];
  /** Global shortcuts of this app, and those of other programs. */
  /** What the system lets the app see of the screen. */
  capture: {
    status: ReturnType<Electron.SystemPreferences['getMediaAccessStatus']>;
    sources: FakeSource[];
    seen: string[];
  };
  /** Devices that the app asked the system for (macOS). */
  askedFor: string[];
  shortcuts: { held: Map<string, () => void>; foreign: Set<string> };
  becomeReady(): Promise<void>;
}

/** A screen that can be captured. */
export interface FakeSource {
  display_id: string;
  png: string;
}

export interface FakeElectronOptions {
  appPath?: string;
  packaged?: boolean;
  gotLock?: boolean;
  keyring?: KeyringState;
  dark?: boolean;
  languages?: string[];
  switches?: string[];
  displays?: Electron.Rectangle[];
}

class FakeApp
  extends EventEmitter
  implements
    Pick<
      Electron.App,
      | 'isPackaged'
      | 'disableHardwareAcceleration'
      | 'enableSandbox'
      | 'exit'
      | 'getAppPath'
      | 'getLocaleCountryCode'
      | 'getLoginItemSettings'
      | 'getPath'
      | 'getPreferredSystemLanguages'
      | 'getVersion'
      | 'isReady'
      | 'quit'
      | 'relaunch'
      | 'releaseSingleInstanceLock'
      | 'requestSingleInstanceLock'
      | 'setAppUserModelId'
      | 'setAsDefaultProtocolClient'
      | 'setBadgeCount'
      | 'setLoginItemSettings'
      | 'setPath'
      | 'setUserTasks'
      | 'whenReady'
    >
{
  readonly isPackaged: boolean;
  readonly paths = new Map<string, string>();
  readonly exits: number[] = [];
  readonly badges: number[] = [];
  loginItem = { openAtLogin: false };
  country = 'KR';
  tasks: Electron.Task[] = [];
  readonly commandLine: Pick<Electron.CommandLine, 'appendSwitch' | 'hasSwitch' | 'removeSwitch'>;
  readonly switches: Set<string>;
  #ready = false;
  readonly #whenReady = Promise.withResolvers<undefined>();
  readonly #calls: string[];
  readonly #options: FakeElectronOptions;

  constructor(options: FakeElectronOptions, calls: string[]) {
    super();
    this.#options = options;
    this.#calls = calls;
    this.isPackaged = options.packaged ?? false;
    const switches = new Set(options.switches);
    this.switches = switches;
    this.commandLine = {
      appendSwitch: (name) => {
        calls.push(`appendSwitch ${name}`);
        switches.add(name);
      },
      hasSwitch: (name) => switches.has(name),
      removeSwitch: (name) => {
        calls.push(`removeSwitch ${name}`);
        switches.delete(name);
      },
    };
  }

  disableHardwareAcceleration(): void {
    if (this.#ready) throw new Error('app.disableHardwareAcceleration() can only be called before app is ready');
    this.#calls.push('disableHardwareAcceleration');
  }
  enableSandbox(): void {
    if (this.#ready) throw new Error('app.enableSandbox() can only be called before app is ready');
    this.#calls.push('enableSandbox');
  }
  exit(code = 0): void {
    this.#calls.push(`exit ${code}`);
    this.exits.push(code);
  }
  getAppPath(): string {
    return this.#options.appPath ?? '/nowhere';
  }
  getLocaleCountryCode(): string {
    return this.country;
  }
  getPath(name: string): string {
    return this.paths.get(name) ?? `/home/user/${name}`;
  }
  getPreferredSystemLanguages(): string[] {
    return this.#options.languages ?? ['en-US'];
  }
  getVersion(): string {
    return '0.0.0-test';
  }
  isReady(): boolean {
    return this.#ready;
  }
  quit(): void {
    this.#calls.push('quit');
  }
  relaunch(): void {
    this.#calls.push('relaunch');
  }
  releaseSingleInstanceLock(): void {
    this.#calls.push('unlock');
  }
  requestSingleInstanceLock(): boolean {
    this.#calls.push('lock');
    return this.#options.gotLock ?? true;
  }
  setAppUserModelId(id: string): void {
    this.#calls.push(`appUserModelId ${id}`);
  }
  getLoginItemSettings(): Electron.LoginItemSettings {
    return this.loginItem as Electron.LoginItemSettings;
  }
  setAsDefaultProtocolClient(protocol: string): boolean {
    this.#calls.push(`protocolClient ${protocol}`);
    return true;
  }
  setLoginItemSettings({ openAtLogin = false }: Electron.Settings): void {
    this.loginItem = { openAtLogin };
  }
  setBadgeCount(count = 0): boolean {
    this.badges.push(count);
    return true;
  }
  setUserTasks(tasks: Electron.Task[]): boolean {
    this.tasks = tasks;
    return true;
  }
  setPath(name: string, path: string): void {
    this.#calls.push(`setPath ${name}`);
    this.paths.set(name, path);
  }
  whenReady(): Promise<void> {
    return this.#whenReady.promise;
  }
  becomeReady(): void {
    this.#ready = true;
    this.#calls.push('ready');
    this.emit('ready');
    this.#whenReady.resolve(undefined);
  }
}

export class FakeContents
  extends EventEmitter
  implements
    Pick<
      Electron.WebContents,
      | 'copyImageAt'
      | 'downloadURL'
      | 'forcefullyCrashRenderer'
      | 'getURL'
      | 'printToPDF'
      | 'reload'
      | 'replaceMisspelling'
      | 'sendInputEvent'
      | 'setWebRTCIPHandlingPolicy'
      | 'setWindowOpenHandler'
      | 'startDrag'
    >
{
  readonly calls: string[] = [];
  readonly keys: Electron.KeyboardInputEvent[] = [];
  readonly prints: Electron.PrintToPDFOptions[] = [];
  session = new FakeSession();
  url = '';
  windowOpenHandler: ((details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse) | null = null;
  onDrag: (file: string, icon: string) => void = () => undefined;

  forcefullyCrashRenderer(): void {
    this.calls.push('crash');
  }
  copyImageAt(x: number, y: number): void {
    this.calls.push(`copyImageAt ${x},${y}`);
  }
  downloadURL(url: string): void {
    this.calls.push(`download ${url}`);
  }
  getURL(): string {
    return this.url;
  }
  async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    this.prints.push(options);
    return Buffer.from('%PDF-1.4 fake');
  }
  reload(): void {
    this.calls.push('reload');
  }
  replaceMisspelling(word: string): void {
    this.calls.push(`replace ${word}`);
  }
  sendInputEvent(event: Electron.MouseInputEvent | Electron.MouseWheelInputEvent | Electron.KeyboardInputEvent): void {
    if ('keyCode' in event) this.keys.push(event);
  }
  /** Refuses what Electron refuses: a file that isn't there yet, and on macOS a picture that is empty. */
  startDrag({ file, icon }: Electron.Item): void {
    if (!existsSync(file)) throw new Error('the file must exist when the drag starts');
    const { path } = icon as unknown as { path: string };
    if (path === '') throw new Error("Must specify non-empty 'icon' option");
    this.onDrag(file, path);
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.calls.push(`webrtc ${policy}`);
  }
  setWindowOpenHandler(handler: (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse): void {
    this.windowOpenHandler = handler;
  }
}

type WindowMembers = Pick<
  Electron.BrowserWindow,
  | 'close'
  | 'destroy'
  | 'focus'
  | 'getNormalBounds'
  | 'hide'
  | 'isDestroyed'
  | 'isFocused'
  | 'isFullScreen'
  | 'isMaximized'
  | 'isMinimized'
  | 'isVisible'
  | 'loadURL'
  | 'maximize'
  | 'restore'
  | 'setBackgroundColor'
  | 'setBounds'
  | 'setProgressBar'
  | 'setVisibleOnAllWorkspaces'
  | 'show'
>;

export class FakeWindow extends EventEmitter implements WindowMembers {
  readonly webContents = new FakeContents();
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly calls: string[] = [];
  readonly loaded: string[] = [];
  bounds: Electron.Rectangle;
  destroyed = false;
  minimized = false;
  visible = false;
  focused = false;
  maximized = false;
  loadError: Error | null = null;
  progress: number | null = null;

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    const { x = 10, y = 20, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
  }
  close(): void {
    let prevented = false;
    this.emit('close', { preventDefault: () => (prevented = true) });
    if (!prevented) this.destroy();
  }
  destroy(): void {
    this.destroyed = true;
    this.calls.push('destroy');
    this.emit('closed');
  }
  focus(): void {
    this.focused = true;
    this.calls.push('focus');
    this.emit('focus');
  }
  getNormalBounds(): Electron.Rectangle {
    return this.bounds;
  }
  hide(): void {
    this.visible = false;
    this.focused = false;
    this.calls.push('hide');
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  isFocused(): boolean {
    return this.focused;
  }
  isFullScreen(): boolean {
    return false;
  }
  isMaximized(): boolean {
    return this.maximized;
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  isVisible(): boolean {
    return this.visible;
  }
  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    if (this.loadError) throw this.loadError;
    if (this.webContents.url === '') this.webContents.url = url;
    else this.goTo(url);
  }
  /** The page is at another address of its own, whoever has asked for it. */
  goTo(url: string): void {
    this.webContents.url = url;
    this.webContents.emit('did-navigate-in-page', {}, url, true);
  }
  maximize(): void {
    this.maximized = true;
  }
  restore(): void {
    this.minimized = false;
    this.calls.push('restore');
  }
  setBackgroundColor(color: string): void {
    this.calls.push(`background ${color}`);
  }
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.bounds = { ...this.bounds, ...bounds };
  }
  setProgressBar(progress: number): void {
    this.progress = progress;
  }
  setVisibleOnAllWorkspaces(): void {
    this.calls.push('allWorkspaces');
  }
  show(): void {
    this.visible = true;
    this.calls.push('show');
  }
}

type PermissionRequestHandler = Exclude<Parameters<Electron.Session['setPermissionRequestHandler']>[0], null>;
type PermissionCheckHandler = Exclude<Parameters<Electron.Session['setPermissionCheckHandler']>[0], null>;
type DeviceHandler = Exclude<Parameters<Electron.Session['setDevicePermissionHandler']>[0], null>;
export type Permission = Parameters<PermissionRequestHandler>[1];

class FakeSession
  extends EventEmitter
  implements
    Pick<
      Electron.Session,
      | 'addWordToSpellCheckerDictionary'
      | 'availableSpellCheckerLanguages'
      | 'setDevicePermissionHandler'
      | 'setPermissionCheckHandler'
      | 'setPermissionRequestHandler'
      | 'setProxy'
      | 'setSpellCheckerEnabled'
      | 'setSpellCheckerLanguages'
    >
{
  readonly availableSpellCheckerLanguages = ['de', 'en-US', 'ko'];
  readonly words: string[] = [];
  spelling = { on: true, languages: ['en-US'] };
  /** Languages whose dictionaries Chromium has begun to load: only where the list has changed. */
  readonly loads: string[][] = [];
  /** Every setting of the proxy, in order. */
  readonly proxies: Electron.ProxyConfig[] = [];

  request: PermissionRequestHandler | null = null;
  check: PermissionCheckHandler | null = null;
  device: DeviceHandler | null = null;
  proxy: Electron.ProxyConfig | null = null;

  async setProxy(config: Electron.ProxyConfig): Promise<void> {
    this.proxy = config;
    this.proxies.push(config);
  }
  addWordToSpellCheckerDictionary(word: string): boolean {
    this.words.push(word);
    return true;
  }
  setSpellCheckerEnabled(on: boolean): void {
    this.spelling = { ...this.spelling, on };
  }
  setSpellCheckerLanguages(languages: string[]): void {
    const unknown = languages.find((one) => !this.availableSpellCheckerLanguages.includes(one));
    if (unknown) throw new Error(`Invalid language code provided: "${unknown}" is not a valid language code`);
    if (languages.length > 0 && languages.join() !== this.spelling.languages.join()) this.loads.push(languages);
    // Electron turns it on or off by whether there are any.
    this.spelling = { on: languages.length > 0, languages };
  }

  setPermissionRequestHandler(handler: PermissionRequestHandler | null): void {
    this.request = handler;
  }
  setPermissionCheckHandler(handler: PermissionCheckHandler | null): void {
    this.check = handler;
  }
  setDevicePermissionHandler(handler: DeviceHandler | null): void {
    this.device = handler;
  }
}

/** Squirrel of macOS, which takes what it is given. */
export class FakeUpdater
  extends EventEmitter
  implements Pick<Electron.AutoUpdater, 'checkForUpdates' | 'quitAndInstall' | 'setFeedURL'>
{
  url = '';
  readonly taken: string[] = [];
  /** What happens then: it quits the app, or fails. */
  onQuitAndInstall: () => void = () => undefined;

  quitAndInstall(): void {
    this.onQuitAndInstall();
  }
  setFeedURL({ url }: Electron.FeedURLOptions): void {
    this.url = url;
  }
  checkForUpdates(): void {
    void this.#take().catch((error: unknown) => this.emit('error', error));
  }
  async #take(): Promise<void> {
    const { url } = (await (await fetch(this.url)).json()) as { url: string };
    this.taken.push(await (await fetch(url)).text());
    this.emit('update-downloaded');
  }
}

/** A file on its way to the disk. `ends` is what the user chose in its dialog, and what became of it. */
export class FakeDownload
  extends EventEmitter
  implements
    Pick<
      Electron.DownloadItem,
      | 'getFilename'
      | 'getReceivedBytes'
      | 'getSavePath'
      | 'getTotalBytes'
      | 'getURL'
      | 'hasUserGesture'
      | 'setSaveDialogOptions'
    >
{
  dialog: Electron.SaveDialogOptions | null = null;
  path = '';
  received = 0;
  readonly url: string;
  readonly gesture: boolean;
  readonly name: string;
  readonly total: number;

  constructor({ url = 'blob:app://ui/1', gesture = true, name = 'chat.md', total = 100 } = {}) {
    super();
    this.url = url;
    this.gesture = gesture;
    this.name = name;
    this.total = total;
  }
  getFilename(): string {
    return this.name;
  }
  getReceivedBytes(): number {
    return this.received;
  }
  getSavePath(): string {
    return this.path;
  }
  getTotalBytes(): number {
    return this.total;
  }
  getURL(): string {
    return this.url;
  }
  hasUserGesture(): boolean {
    return this.gesture;
  }
  setSaveDialogOptions(options: Electron.SaveDialogOptions): void {
    this.dialog = options;
  }
  moves(received: number): void {
    this.received = received;
    this.emit('updated', {}, 'progressing');
  }
  ends(path: string, state: 'completed' | 'cancelled' | 'interrupted' = 'completed'): void {
    this.path = path;
    this.emit('done', {}, state);
  }
}

/** A message of the system. */
export class FakeNotification extends EventEmitter implements Pick<Electron.Notification, 'show'> {
  readonly options: Electron.NotificationConstructorOptions;
  shown = false;

  constructor(options: Electron.NotificationConstructorOptions) {
    super();
    this.options = options;
  }
  show(): void {
    this.shown = true;
  }
}

/** The icon in the tray. */
export class FakeTray extends EventEmitter implements Pick<Electron.Tray, 'destroy' | 'setToolTip'> {
  menu: Electron.MenuItemConstructorOptions[] = [];
  toolTip = '';
  destroyed = false;

  destroy(): void {
    this.destroyed = true;
  }
  setContextMenu(menu: { template: Electron.MenuItemConstructorOptions[] }): void {
    this.menu = menu.template;
  }
  setToolTip(text: string): void {
    this.toolTip = text;
  }
}

const FIRST_DISPLAY: Electron.Rectangle = { x: 0, y: 0, width: 1920, height: 1080 };

export function createFakeElectron(options: FakeElectronOptions = {}): FakeElectron {
  const calls: string[] = [];
  const app = new FakeApp(options, calls);
  const windows: FakeWindow[] = [];
  const session = new FakeSession();
  const fake: Omit<FakeElectron, 'module' | 'becomeReady'> = {
    calls,
    app,
    windows,
    session,
    answers: [],
    checks: [],
    boxes: [],
    picks: [],
    openDialogs: [],
    saveDialogs: [],
    errorBoxes: [],
    opened: [],
    openProblem: '',
    copied: [],
    exposed: new Map(),
    menus: [],
    popups: [],
    schemes: [],
    handlers: new Map(),
    trays: [],
    notifies: true,
    notes: [],
    dragged: [],
    shared: [],
    revealed: [],
    capture: { status: 'granted', sources: [{ display_id: '1', png: 'screen' }], seen: [] },
    askedFor: [],
    shortcuts: { held: new Map(), foreign: new Set() },
    safeStorage: fakeSafeStorage(options.keyring ?? 'strong', () => app.isReady()),
  };

  class BrowserWindow extends FakeWindow {
    constructor(window: Electron.BrowserWindowConstructorOptions) {
      if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
      super(window);
      this.webContents.session = session;
      this.webContents.onDrag = (file, icon) => fake.dragged.push({ file, icon });
      calls.push('window');
      windows.push(this);
      app.emit('web-contents-created', {}, this.webContents);
      this.once('closed', () => {
        windows.splice(windows.indexOf(this), 1);
        if (windows.length === 0) app.emit('window-all-closed');
      });
    }
    static getAllWindows(): FakeWindow[] {
      return windows;
    }
    static fromWebContents(contents: FakeContents): FakeWindow | null {
      return windows.find((one) => one.webContents === contents) ?? null;
    }
    static getFocusedWindow(): FakeWindow | null {
      return windows.at(-1) ?? null;
    }
  }

  const displayOf = (workArea: Electron.Rectangle, at = 0): Electron.Display => {
    const display: Partial<Electron.Display> = { id: at + 1, workArea, size: workArea, scaleFactor: 2 };
    return display as Electron.Display;
  };
  const displays = (options.displays ?? [FIRST_DISPLAY]).map(displayOf);
  const first = displays[0] ?? displayOf(FIRST_DISPLAY);
  const protocol = {
    registerSchemesAsPrivileged(schemes) {
      if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
      if (fake.schemes.length > 0) throw new Error('protocol.registerSchemesAsPrivileged was called twice');
      calls.push('schemes');
      fake.schemes.push(schemes);
    },
    handle(scheme, handler) {
      if (!app.isReady()) throw new Error('protocol.handle needs the default session, which exists after ready');
      calls.push(`handle ${scheme}`);
      fake.handlers.set(scheme, handler);
    },
  } satisfies Pick<Electron.Protocol, 'handle' | 'registerSchemesAsPrivileged'>;

  const dialog = {
    async showOpenDialog(
      first: Electron.BaseWindow | Electron.OpenDialogOptions,
      second?: Electron.OpenDialogOptions,
    ): Promise<Electron.OpenDialogReturnValue> {
      fake.openDialogs.push(second ?? first);
      const picked = fake.picks.shift();
      return { canceled: picked === undefined, filePaths: picked === undefined ? [] : [picked] };
    },
    async showSaveDialog(
      first: Electron.BaseWindow | Electron.SaveDialogOptions,
      second?: Electron.SaveDialogOptions,
    ): Promise<Electron.SaveDialogReturnValue> {
      fake.saveDialogs.push(second ?? first);
      const picked = fake.picks.shift();
      return { canceled: picked === undefined, filePath: picked ?? '' };
    },
    async showMessageBox(
      first: Electron.BaseWindow | Electron.MessageBoxOptions,
      second?: Electron.MessageBoxOptions,
    ): Promise<Electron.MessageBoxReturnValue> {
      const box = second ?? (first as Electron.MessageBoxOptions);
      fake.boxes.push(box);
      return { response: fake.answers.shift() ?? box.cancelId ?? 0, checkboxChecked: fake.checks.shift() ?? false };
    },
    showMessageBoxSync(
      first: Electron.BaseWindow | Electron.MessageBoxSyncOptions,
      second?: Electron.MessageBoxSyncOptions,
    ): number {
      const box = second ?? (first as Electron.MessageBoxSyncOptions);
      fake.boxes.push(box);
      return fake.answers.shift() ?? box.cancelId ?? 0;
    },
    showErrorBox(title: string, content: string): void {
      fake.errorBoxes.push({ title, content });
    },
  } satisfies Pick<
    Electron.Dialog,
    'showErrorBox' | 'showMessageBox' | 'showMessageBoxSync' | 'showOpenDialog' | 'showSaveDialog'
  >;

  const module = {
    app,
    BrowserWindow,
    protocol,
    dialog,
    safeStorage: fake.safeStorage,
    autoUpdater: new FakeUpdater(),
    crashReporter: {
      start({ uploadToServer = true }) {
        calls.push(`crashReporter ${uploadToServer ? 'uploads' : 'keeps'}`);
      },
    } satisfies Pick<Electron.CrashReporter, 'start'>,
    session: { defaultSession: session },
    Notification: class extends FakeNotification {
      static isSupported(): boolean {
        return fake.notifies;
      }
      constructor(note: Electron.NotificationConstructorOptions) {
        super(note);
        fake.notes.push(this);
      }
    },
    ShareMenu: class implements Pick<Electron.ShareMenu, 'popup'> {
      readonly #files: readonly string[];
      constructor({ filePaths = [] }: Electron.SharingItem) {
        this.#files = filePaths;
      }
      popup(): void {
        fake.shared.push(...this.#files);
      }
    },
    Tray: class extends FakeTray {
      constructor() {
        super();
        fake.trays.push(this);
      }
    },
    desktopCapturer: {
      async getSources({ thumbnailSize }) {
        const visible = windows.some((one) => one.visible && one.options.alwaysOnTop);
        fake.capture.seen.push(`${thumbnailSize?.width}x${thumbnailSize?.height}${visible ? ' with the window' : ''}`);
        return fake.capture.sources.map(
          ({ display_id, png }) =>
            ({
              display_id,
              thumbnail: { isEmpty: () => png === '', toPNG: () => Buffer.from(png) },
            }) as Electron.DesktopCapturerSource,
        );
      },
    } satisfies Electron.DesktopCapturer,
    systemPreferences: {
      getMediaAccessStatus: () => fake.capture.status,
      async askForMediaAccess(medium) {
        fake.askedFor.push(medium);
        return true;
      },
    } satisfies Pick<Electron.SystemPreferences, 'getMediaAccessStatus' | 'askForMediaAccess'>,
    globalShortcut: {
      register(accelerator, callback) {
        const { held, foreign } = fake.shortcuts;
        if (!app.isReady()) throw new Error('globalShortcut cannot be used before the app is ready');
        if (held.has(accelerator) || foreign.has(accelerator)) return false;
        held.set(accelerator, callback);
        return true;
      },
      unregister(accelerator) {
        fake.shortcuts.held.delete(accelerator);
      },
    } satisfies Pick<Electron.GlobalShortcut, 'register' | 'unregister'>,
    nativeImage: { createFromPath: (path: string) => ({ resize: () => ({ path }) }) },
    shell: {
      async openExternal(url) {
        fake.opened.push(url);
      },
      async openPath(path) {
        fake.opened.push(path);
        return fake.openProblem;
      },
      showItemInFolder(path) {
        fake.revealed.push(path);
      },
    } satisfies Pick<Electron.Shell, 'openExternal' | 'openPath' | 'showItemInFolder'>,
    clipboard: {
      async writeText(text) {
        fake.copied.push(text);
      },
    } satisfies Pick<Electron.Clipboard, 'writeText'>,
    contextBridge: {
      exposeInMainWorld(key, api) {
        if (fake.exposed.has(key)) throw new Error(`Cannot bind an API on top of an existing property: ${key}`);
        fake.exposed.set(key, api);
      },
    } satisfies Pick<Electron.ContextBridge, 'exposeInMainWorld'>,
    Menu: {
      buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) => ({
        template,
        popup: () => fake.popups.push(template),
      }),
      setApplicationMenu: (menu: { template: Electron.MenuItemConstructorOptions[] } | null) => {
        if (menu) fake.menus.push(menu.template);
      },
    },
    nativeTheme: { shouldUseDarkColors: options.dark ?? false } satisfies Pick<
      Electron.NativeTheme,
      'shouldUseDarkColors'
    >,
    screen: {
      getAllDisplays: () => displays,
      getCursorScreenPoint: () => ({ x: 10, y: 10 }),
      getDisplayMatching: () => first,
      getDisplayNearestPoint: () => first,
    } satisfies Pick<
      Electron.Screen,
      'getAllDisplays' | 'getCursorScreenPoint' | 'getDisplayMatching' | 'getDisplayNearestPoint'
    >,
  };

  return Object.assign(fake, {
    module,
    async becomeReady() {
      app.becomeReady();
      // main.ts continues after whenReady resolves.
      const settled = () => windows.length > 0 || app.exits.length > 0 || calls.includes('quit');
      for (let turn = 0; turn < 5000 && !settled(); turn++) await new Promise((resolve) => setTimeout(resolve, 2));
    },
  });
}
