import { bannedCommand } from '../banned-command.ts';
import type { HookStages, Middleware } from '../hook.ts';
import { NON_INTERACTIVE_ENV, nonInteractiveEnv } from '../non-interactive-env.ts';

/**
 * Keeps programs that tools start from waiting for the user: sets their environment, and points out a command that
 * would wait.
 */
const beNonInteractive: Middleware<'tool.execute.before'> = (value, { log }) => {
  const { command } = value.args;
  const banned = typeof command === 'string' ? bannedCommand(command) : null;
  log('Set non-interactive environment variables', { env: NON_INTERACTIVE_ENV });
  return {
    ...value,
    env: nonInteractiveEnv(value.env),
    advice: banned === null ? value.advice : [...value.advice, adviceOn(banned)],
  };
};

function adviceOn(command: string): string {
  return `[${command} waits for a person at a terminal; there is none here. Use a form that does not ask.]`;
}

export const nonInteractive: HookStages = { 'tool.execute.before': beNonInteractive };
