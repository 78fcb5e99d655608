import { parseArgs } from 'node:util';
import { errorMessage } from '#core/thrown.ts';

export interface LaunchOptions {
  port: number | null;
  home: string | null;
  portable: boolean;
  /** False: only print the address. */
  open: boolean;
  /** The requested mount; null leaves the choice to the launcher. */
  mount: 'browser' | 'electron' | null;
  help: boolean;
}

export type ParsedOptions = { ok: true; options: LaunchOptions } | { ok: false; message: string };

export const USAGE = `Usage: npm start -- [options]

  --electron     the desktop app; fetches Electron now if it is missing
  --browser      browser mode: the same app in Chrome or Chromium
  --no-open      browser mode without a window: only print the address
  --port PORT    port of browser mode (default 4127); the history belongs to the port
  --home DIR     folder for settings, keys and logs (also BATON_HOME)
  --portable     keep everything in ./baton-data, and keys under a passphrase; a folder of that
                 name does the same. With --home, in that folder
  --help         this text

BATON_BROWSER names the browser program to use in browser mode, BATON_PORT its port.
`;

const NAMES = {
  port: { type: 'string' },
  home: { type: 'string' },
  portable: { type: 'boolean' },
  'no-open': { type: 'boolean' },
  browser: { type: 'boolean' },
  electron: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export function readPort(text: string): number | null {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}

export function parseOptions(argv: readonly string[]): ParsedOptions {
  const refuse = (message: string): ParsedOptions => ({ ok: false, message });
  let values;
  try {
    ({ values } = parseArgs({ args: [...argv], options: NAMES, allowPositionals: false }));
  } catch (error) {
    // Node's message names the option; its advice about `--` does not apply here.
    return refuse(errorMessage(error).split('. ')[0] ?? '');
  }
  const port = values.port === undefined ? null : readPort(values.port);
  if (values.port !== undefined && port === null)
    return refuse(`--port needs a number from 1 to 65535, not '${values.port}'`);
  if (values.home?.trim() === '') return refuse('--home needs a folder');
  if (values.browser && values.electron) return refuse('--browser and --electron exclude each other');
  if (values.electron && (values['no-open'] || port !== null))
    return refuse('--electron has no address: --port and --no-open belong to browser mode');
  return {
    ok: true,
    options: {
      port,
      home: values.home ?? null,
      portable: values.portable ?? false,
      open: !values['no-open'],
      mount: values.browser ? 'browser' : values.electron ? 'electron' : null,
      help: values.help ?? false,
    },
  };
}
