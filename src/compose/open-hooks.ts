import { levelOf } from '#core/log/log-line.ts';
import { agentUsageReminder } from '#core/reliability/hooks/agent-usage-reminder.ts';
import { claudeCodeHooks } from '#core/reliability/hooks/claude-code-hooks.ts';
import { compactionContextInjector } from '#core/reliability/hooks/compaction-context.ts';
import { contextFileHooks } from '#core/reliability/hooks/context-files.ts';
import { createReliability, type Reliability } from '#flows/base/reliability.ts';
import { createCompactionContext } from '#flows/context/compaction-context.ts';
import { createContextFiles, type ContextFiles } from '#flows/context/context-files.ts';
import { createScriptPort } from '#flows/scripts/script-port.ts';
import type { EngineParts } from './open-engine.ts';

export interface Hooks {
  reliability: Reliability;
  contextFiles: ContextFiles;
}

/** The hooks, with those that need collaborators. */
export function openHooks({ host, stores, runStores, clock, timers, reporting }: EngineParts): Hooks {
  const { db } = stores;
  const { log, onUnreadableRow } = reporting;
  const { configurations, hookNotices, usageHints, scripts } = runStores;
  const contextFiles = createContextFiles(host.mcp.host, clock);
  const compactionContext = createCompactionContext({ db, onUnreadableRow, host: host.mcp.host });
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
  return { reliability, contextFiles };
}
