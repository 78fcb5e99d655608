import type { Env } from '../environment/split-env.ts';

/** What the launcher's parts share: folders, environment and output. */
export interface LaunchContext {
  /** Folder of the checkout. */
  root: string;
  /** The user's environment. */
  env: Env;
  home: string;
  portable: boolean;
  version: string;
  linuxRoot: boolean;
  print: (line: string) => void;
  complain: (line: string) => void;
}

/** How a start ended: with an exit code, or with a reason to fall back to browser mode. */
export type LaunchResult = { code: number } | { fallback: string };
