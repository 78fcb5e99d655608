import { levelOf } from '#core/log/log-line.ts';
import type { HooksAt } from '#core/reliability/hook.ts';
import { nonInteractive } from '#core/reliability/hooks/non-interactive.ts';
import { createPipeline } from '#core/reliability/pipeline.ts';
import type { ConfigurationStore } from '../configuration/configuration-store.ts';
import type { Clock, Log } from '../base/deps.ts';

const HOST_HOOKS: HooksAt<'host'> = { 'non-interactive-env': nonInteractive };

/** What hooks add to the start of a program. */
export interface Start {
  env: Readonly<Record<string, string>>;
  /** Names of further variables that the user lets programs see. */
  allow: readonly string[];
  /** Lines put before the program's output. */
  advice: readonly string[];
}

/** Runs the host's hooks before a program starts; `session` is null for a server that all sessions share. */
export type BeforeStart = (
  session: string | null,
  call: { tool: string; args: Readonly<Record<string, unknown>> },
) => Promise<Start>;

export function createBeforeStart(
  configuration: Pick<ConfigurationStore, 'of'>,
  allowedEnv: () => Promise<readonly string[]>,
  { clock, log }: { clock: Clock; log: Log },
): BeforeStart {
  const pipeline = createPipeline(HOST_HOOKS, {
    clock,
    // The host has no screen for toasts.
    toast: () => undefined,
    log: (event, data) => log.write(levelOf(event), event, data),
  });
  return async (session, { tool, args }) => {
    const now = await configuration.of(session);
    const { env, advice } = await pipeline.run(
      'tool.execute.before',
      { tool, args, env: {}, advice: [] },
      { id: session ?? '', configuration: now },
    );
    return { env, advice, allow: await allowedEnv() };
  };
}
