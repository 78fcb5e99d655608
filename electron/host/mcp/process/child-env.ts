import { delimiter, join } from 'node:path';
import { NON_INTERACTIVE_ENV } from '#core/reliability/non-interactive-env.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** Environment changes from the user's configuration. */
export interface AddedEnv {
  /** Names that are passed on even if they would be withheld otherwise. */
  allow: readonly string[];
  env: Readonly<Record<string, string>>;
}

const USUAL: AddedEnv = { allow: [], env: NON_INTERACTIVE_ENV };

/**
 * Variables that every program gets without asking the user (S40): its location and its user, language, temporary
 * files, and where toolchains are installed. No name that may hold a secret, and no prefix, which could match one.
 */
const POSIX = [
  'HOME',
  'LOGNAME',
  'PATH',
  'SHELL',
  'TERM',
  'COLORTERM',
  'USER',
  'TMPDIR',
  'TZ',
  '__CF_USER_TEXT_ENCODING',
  'PAGER',
  'EDITOR',
  'VISUAL',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_ADDRESS',
  'LC_COLLATE',
  'LC_CTYPE',
  'LC_IDENTIFICATION',
  'LC_MEASUREMENT',
  'LC_MESSAGES',
  'LC_MONETARY',
  'LC_NAME',
  'LC_NUMERIC',
  'LC_PAPER',
  'LC_TELEPHONE',
  'LC_TIME',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_DIRS',
  'XDG_CONFIG_HOME',
  'XDG_CURRENT_DESKTOP',
  'XDG_DATA_DIRS',
  'XDG_DATA_HOME',
  'XDG_RUNTIME_DIR',
  'XDG_SESSION_TYPE',
  'XDG_STATE_HOME',
];
const TOOLCHAINS = [
  'ANDROID_HOME',
  'ANDROID_SDK_ROOT',
  'BUN_INSTALL',
  'CARGO_HOME',
  'CONDA_PREFIX',
  'DENO_DIR',
  'DOTNET_ROOT',
  'GEM_HOME',
  'GOPATH',
  'GOROOT',
  'HOMEBREW_PREFIX',
  'JAVA_HOME',
  'NVM_DIR',
  'PNPM_HOME',
  'PYENV_ROOT',
  'RBENV_ROOT',
  'RUSTUP_HOME',
  'SDKMAN_DIR',
  'VIRTUAL_ENV',
  'VOLTA_HOME',
];
const WINDOWS = [
  'ALLUSERSPROFILE',
  'APPDATA',
  'COMMONPROGRAMFILES',
  'COMMONPROGRAMFILES(X86)',
  'COMMONPROGRAMW6432',
  'COMPUTERNAME',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'NUMBER_OF_PROCESSORS',
  'OS',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROCESSOR_IDENTIFIER',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROGRAMW6432',
  'PSMODULEPATH',
  'PUBLIC',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERDOMAIN',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];
/** Where a company uses a proxy or its own certificate, nothing works without these. */
const NETWORK = new Set([
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
]);
const WITH_PASSWORD = /\/\/[^/@\s]+@/;

const NAMES = { posix: new Set([...POSIX, ...TOOLCHAINS]), windows: new Set([...WINDOWS, ...TOOLCHAINS]) };

/** Whether every program may see this variable. */
export function isAlwaysAllowed(name: string, value: string, platform: NodeJS.Platform): boolean {
  const named = platform === 'win32' ? NAMES.windows.has(name.toUpperCase()) : NAMES.posix.has(name);
  // A value that starts with () is a function of an old bash.
  return (named || NETWORK.has(name)) && !WITH_PASSWORD.test(value) && !value.startsWith('()');
}

/** A program started from the desktop hasn't read the user's shell profile, so the usual folders are added. */
function withUsualFolders(path: string, home: string | undefined): string {
  const standard = ['/opt/homebrew/bin', '/usr/local/bin', '/usr/bin', '/bin'];
  if (home)
    standard.push(...['.local/bin', '.volta/bin', '.bun/bin', '.cargo/bin', '.deno/bin'].map((one) => join(home, one)));
  const have = path.split(delimiter).filter((one) => one !== '');
  return [...have, ...standard.filter((one) => !have.includes(one))].join(delimiter);
}

/**
 * Builds the environment for servers, commands and scripts: variables every program may see, the user's additions, and,
 * for a server, the variables of its definition.
 */
export function childEnv(
  env: Env,
  platform: NodeJS.Platform,
  { added = USUAL, given = {} }: { added?: AddedEnv; given?: Readonly<Record<string, string>> } = {},
): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    if (isAlwaysAllowed(name, value, platform) || added.allow.includes(name)) picked[name] = value;
  }
  if (platform !== 'win32') picked['PATH'] = withUsualFolders(picked['PATH'] ?? '', env['HOME']);
  return { ...picked, ...added.env, ...given };
}
