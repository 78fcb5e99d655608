import { delimiter, join } from 'node:path';
import { NON_INTERACTIVE_ENV } from '#core/reliability/non-interactive-env.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** What the person's configuration adds to an environment. */
export interface AddedEnv {
  /** Names that go along even where they would be held back. */
  allow: readonly string[];
  env: Readonly<Record<string, string>>;
}

const USUAL: AddedEnv = { allow: [], env: NON_INTERACTIVE_ENV };

/** What a program needs to find itself, its user, its temporary files and its language; nothing that may be a key (S40). */
const POSIX = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'LANG', 'LANGUAGE', 'TMPDIR', 'TZ'];
const WINDOWS = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'NUMBER_OF_PROCESSORS',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERDOMAIN',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];
/** Behind a company's proxy or certificate nothing works without these. */
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
const PREFIXES = ['LC_', 'XDG_'];

/** Names under which secrets are kept, and Baton's and Electron's own. */
const SECRET_NAME =
  /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|AUTH|COOKIE|PRIVATE)|^(?:BATON|ELECTRON|ANTHROPIC|OPENAI|GEMINI|GOOGLE|GROQ|CEREBRAS|FIREWORKS|DEEPSEEK|MISTRAL|XAI|OPENROUTER)_|^NODE_OPTIONS$/i;
const WITH_PASSWORD = /\/\/[^/@\s]+@/;

const own = (name: string, names: readonly string[], windows: boolean) =>
  names.includes(windows ? name.toUpperCase() : name);

/** A program started from the desktop has not read the user's shell profile, so the usual places are added. */
function withUsualFolders(path: string, home: string | undefined): string {
  const usual = ['/opt/homebrew/bin', '/usr/local/bin', '/usr/bin', '/bin'];
  if (home)
    usual.push(...['.local/bin', '.volta/bin', '.bun/bin', '.cargo/bin', '.deno/bin'].map((one) => join(home, one)));
  const have = path.split(delimiter).filter((one) => one !== '');
  return [...have, ...usual.filter((one) => !have.includes(one))].join(delimiter);
}

function pick(
  env: Env,
  windows: boolean,
  allow: readonly string[],
  keep: (name: string) => boolean,
): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    // A value that begins with () is a function of an old bash.
    if (value === undefined || value.startsWith('()')) continue;
    if (allow.includes(name) || (keep(name) && !WITH_PASSWORD.test(value))) picked[name] = value;
  }
  if (!windows) picked['PATH'] = withUsualFolders(picked['PATH'] ?? '', env['HOME']);
  return picked;
}

/** For a server somebody else wrote: little of ours, what the person added, and what its definition names. */
export function serverEnv(
  env: Env,
  given: Readonly<Record<string, string>>,
  platform: NodeJS.Platform,
  added: AddedEnv = USUAL,
): Record<string, string> {
  const windows = platform === 'win32';
  const keep = (name: string) =>
    own(name, windows ? WINDOWS : POSIX, windows) ||
    NETWORK.has(name) ||
    (!windows && PREFIXES.some((prefix) => name.startsWith(prefix)) && !SECRET_NAME.test(name));
  return { ...pick(env, windows, added.allow, keep), ...added.env, ...given };
}

/** For commands in the user's folder: as a terminal would have it, without what looks like a secret. */
export function shellEnv(env: Env, platform: NodeJS.Platform, added: AddedEnv = USUAL): Record<string, string> {
  return { ...pick(env, platform === 'win32', added.allow, (name) => !SECRET_NAME.test(name)), ...added.env };
}
