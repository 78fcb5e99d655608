import type { RunLimits } from '#core/agent/run-agent.ts';
import type { McpHost, PermissionHost } from '#host-client/mcp-host.ts';
import type { AgentRuns } from '#state/agent-runs.ts';
import type { ModelChoice } from '#state/model-choices.ts';
import type { Continuations } from '#state/continuations.ts';
import type { ContextFiles } from '../context/context-files.ts';
import type { Toolbox } from '#tools/toolbox.ts';

export type UsedToolbox = Pick<
  Toolbox,
  'offer' | 'port' | 'policy' | 'allow' | 'endRun' | 'offerings' | 'server' | 'forget'
>;

/** What conversations with tools need in addition to FlowDeps. */
export interface AgentDeps {
  /** Loads with the first conversation that uses tools. */
  toolbox(): Promise<UsedToolbox>;
  folders: Pick<McpHost, 'folders' | 'attachFolder' | 'detachFolder'> & {
    files: Omit<McpHost['files'], 'browseFolders'>;
    permissions: Pick<PermissionHost, 'judgeFolder' | 'acceptEdits' | 'stopEdits'>;
  };
  contextFiles: Pick<ContextFiles, 'open' | 'forget'>;
  agentRuns: AgentRuns;
  /** As the user set them; read when a run begins. */
  limits(): Partial<RunLimits>;
  /** Every model that can be asked now. */
  models(): Promise<readonly ModelChoice[]>;
  continuations: Continuations;
}
