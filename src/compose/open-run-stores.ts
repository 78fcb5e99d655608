import { createConfigurations, type Configurations } from '#state/configurations.ts';
import { createContextNotices, type ContextNotices } from '#state/context-notices.ts';
import { createContinuations, type Continuations } from '#state/continuations.ts';
import { createHookNotices, type HookNotices } from '#state/hook-notices.ts';
import { createScriptActivity, type ScriptActivity } from '#state/script-activity.ts';
import { createUsageHints, type UsageHints } from '#state/usage-hints.ts';
import { createElicitationQueue, type ElicitationQueue } from '#tools/elicitation-queue.ts';
import { readToolSettings, TOOL_SETTINGS_KEY, type ToolSettings } from '#tools/tool-settings.ts';
import type { Host } from './open-host.ts';
import type { Reporting } from './open-reporting.ts';
import type { Stores } from './open-stores.ts';

export interface RunStores {
  configurations: Configurations;
  hookNotices: HookNotices;
  usageHints: UsageHints;
  scripts: ScriptActivity;
  contextNotices: ContextNotices;
  continuations: Continuations;
  elicitations: ElicitationQueue;
  toolSettings: () => ToolSettings;
}

/** What the engine reports to the page, and what it reads from it. The page needs these before the engine is loaded. */
export function openRunStores(
  host: Host,
  { db, settings }: Stores,
  { problems, onUnreadableRow }: Reporting,
): RunStores {
  const toolSettings = () => readToolSettings(settings.store.getState().values.get(TOOL_SETTINGS_KEY));
  return {
    configurations: createConfigurations(host.host),
    hookNotices: createHookNotices(),
    usageHints: createUsageHints(async (id) => {
      const { claimUsageHint } = await import('#flows/agent/claim-usage-hint.ts');
      return claimUsageHint({ db, onUnreadableRow }, id, toolSettings().off);
    }, problems.add),
    scripts: createScriptActivity(),
    contextNotices: createContextNotices(),
    continuations: createContinuations(),
    elicitations: createElicitationQueue(),
    toolSettings,
  };
}
