import type { Env } from '../environment/split-env.ts';

/** What the launcher's parts share: where they are, how they speak. */
export interface LaunchContext {
  /** Folder of the checkout. */
  root: string;
  /** The user's environment. */
  env: Env;
  home: string;
  version: string;
  linuxRoot: boolean;
  say: (line: string) => void;
  complain: (line: string) => void;
}

/** How a start ended: an exit code, or browser mode should be tried with this explanation. */
export type LaunchResult = { code: number } | { fallback: string };
