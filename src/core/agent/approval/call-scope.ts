import type { CommandRule } from './command-rule.ts';

/**
 * How far one call of Baton's own file and command tools reaches, as the host knows it before the call runs. Calls of
 * other tools have no scope.
 */
export interface CallScope {
  /** What it brings is the user's own: files of trusted folders, or a command there that has no network. */
  own: boolean;
  /**
   * Why the host would run it without a ticket. `edits`: it changes an ordinary file of an attached folder, and the
   * user accepts edits here. `command`: the user always allows this command line here. `sandbox`: it runs in the
   * sandbox, and the user lets such commands run.
   */
  unasked: 'edits' | 'command' | 'sandbox' | null;
  /** It changes a file that other programs run or obey. No earlier answer covers it. */
  guarded?: true;
  command?: CommandScope;
}

/** What is special about a command. */
export interface CommandScope {
  /** Where it runs, as a real path. */
  folder: string;
  /** Whether it runs in the sandbox. `outside`: it would, but the model asks for it to run outside. */
  sandbox: 'inside' | 'outside' | 'none';
  /** In the sandbox: whether it reaches the network. */
  network: boolean;
  /** Rules that the user may make of this command. */
  rules: CommandRule[];
}
