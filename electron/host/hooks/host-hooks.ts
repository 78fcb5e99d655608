import { levelOf } from '#core/log/log-line.ts';
import { nonInteractive } from '#core/reliability/hooks/non-interactive.ts';
import { createPipeline } from '#core/reliability/pipeline.ts';
import type { ConfigurationStore } from '../configuration/configuration-store.ts';
import type { Clock, Log } from '../base/deps.ts';

/** What a program is started with besides its own environment. */
export interface Start {
  env: Readonly<Record<string, string>>;
  /** Names of variables that the user lets programs see beside the usual ones. */
  allow: readonly string[];
  /** Told in front of what it prints. */
  advice: readonly string[];
}

/** Asks the hooks of the host before a program is started; without a session for a server that all share. */
export type BeforeStart = (
  session: string | null,
  call: { tool: string; args: Readonly<Record<string, unknown>> },
) => Promise<Start>;

export function createBeforeStart(
  configuration: Pick<ConfigurationStore, 'of'>,
  allowedEnv: () => Promise<readonly string[]>,
  { clock, log }: { clock: Clock; log: Log },
): BeforeStart {
  const pipeline = createPipeline(
    { 'non-interactive-env': nonInteractive },
    {
      clock,
      // Nobody looks at the host.
      toast: () => undefined,
      log: (event, data) => log.write(levelOf(event), event, data),
    },
  );
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
