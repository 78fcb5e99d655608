import { levelOf } from '#core/log/log-line.ts';
import { agentUsageReminder } from '#core/reliability/hooks/agent-usage-reminder.ts';
import { claudeCodeHooks } from '#core/reliability/hooks/claude-code-hooks.ts';
import { compactionContextInjector } from '#core/reliability/hooks/compaction-context.ts';
import { contextFileHooks } from '#core/reliability/hooks/context-files.ts';
import { claimUsageHint } from '#flows/agent/claim-usage-hint.ts';
import { createReliability, type Reliability } from '#flows/base/reliability.ts';
import { createCompactionContext } from '#flows/context/compaction-context.ts';
import { createContextFiles, type ContextFiles } from '#flows/context/context-files.ts';
import { createScriptPort } from '#flows/scripts/script-port.ts';
import { createConfigurations, type Configurations } from '#state/configurations.ts';
import { createHookNotices, type HookNotices } from '#state/hook-notices.ts';
import { createScriptActivity, type ScriptActivity } from '#state/script-activity.ts';
import { createUsageHints, type UsageHints } from '#state/usage-hints.ts';
import type { Clock } from '#storage/clock.ts';
import { readToolSettings, TOOL_SETTINGS_KEY, type ToolSettings } from '#tools/tool-settings.ts';
import type { Timers } from './open-clock.ts';
import type { Host } from './open-host.ts';
import type { Reporting } from './open-reporting.ts';
import type { Stores } from './open-stores.ts';

export interface ReliabilityParts {
  reliability: Reliability;
  configurations: Configurations;
  hookNotices: HookNotices;
  contextFiles: ContextFiles;
  usageHints: UsageHints;
  scripts: ScriptActivity;
  toolSettings: () => ToolSettings;
}

interface ReliabilityDeps {
  host: Host;
  stores: Stores;
  clock: Clock;
  timers: Timers;
  reporting: Reporting;
}

/** The hooks, with those that need collaborators, and what they say to the user. */
export function openReliability({ host, stores, clock, timers, reporting }: ReliabilityDeps): ReliabilityParts {
  const { db, settings } = stores;
  const { log, problems, report } = reporting;
  const configurations = createConfigurations(host.host);
  const hookNotices = createHookNotices();
  const contextFiles = createContextFiles(host.mcp.host, clock);
  const scripts = createScriptActivity();
  const toolSettings = () => readToolSettings(settings.store.getState().values.get(TOOL_SETTINGS_KEY));
  const usageHints = createUsageHints((id) => claimUsageHint({ db, report }, id, toolSettings().off), problems.add);
  const compactionContext = createCompactionContext({ db, report, host: host.mcp.host });
  const reliability = createReliability({
    clock: timers,
    configuration: (session) => configurations.now(session),
    hooks: {
      ...contextFileHooks(contextFiles),
      'compaction-context-injector': compactionContextInjector(compactionContext),
      'agent-usage-reminder': agentUsageReminder(usageHints),
      'claude-code-hooks': claudeCodeHooks(createScriptPort(db, host.scriptHost, scripts)),
    },
    toast: hookNotices.toast,
    log: (event, said) => log.write(levelOf(event), event, said),
    onSwitchedOff: hookNotices.switchedOff,
  });
  return { reliability, configurations, hookNotices, contextFiles, usageHints, scripts, toolSettings };
}
