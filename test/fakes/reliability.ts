import { DEFAULT_CONFIGURATION, type Configuration } from '#core/reliability/configuration.ts';
import type { Hooks, HooksAt } from '#core/reliability/hook.ts';
import { createReliability, type Reliability, type ReliabilityDeps } from '#flows/base/reliability.ts';

/** The page's hooks with a configuration from the test; no file is read and nothing is shown. */
export function testReliability(
  configuration: () => Partial<Configuration> = () => ({}),
  hooks: Hooks = {},
  more: Partial<ReliabilityDeps> = {},
): Reliability {
  return createReliability({
    clock: { setTimeout, clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout) },
    configuration: async () => ({ ...DEFAULT_CONFIGURATION, ...configuration() }),
    // A test has the hooks that it is about.
    hooks: hooks as HooksAt<'page'>,
    toast: () => undefined,
    log: () => undefined,
    ...more,
  });
}
