import type { BuiltInFacts } from '#core/agent/tools/tool-facts.ts';
import { PLAN_TOOLS, PLANNING_SERVER } from '#core/agent/plan/plan-tools.ts';
import { PROJECT_SEARCH_TOOL, PROJECT_SERVER } from '#core/passage.ts';
import { changePlan } from '#storage/plan-repository.ts';
import { readOutput } from '#storage/output-repository.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { McpServer } from '@modelcontextprotocol/server';
import { planningServer } from './page/planning-server.ts';
import { projectServer } from './page/project-server.ts';
import { readOutputServer } from './page/read-output-server.ts';
import { taskServer } from './page/task-server.ts';
import type { TaskPort } from './page/task-server.ts';

/** The conversation that tools work for. */
export interface SessionScope {
  id: string;
  /** 0 for a conversation that the user began, 1 for a task of it, and so on. */
  depth: number;
  /** For a task: the conversation that the user began. The task uses its folders and grants. */
  root?: string;
  /** Not offered here, in addition to what the settings switch off: server ids and `<server>/<tool>`. */
  off?: readonly string[];
  /** Ids of the only servers offered here. Absent: all. */
  only?: readonly string[];
}

/** The conversation that the host knows. */
export function rootOf({ id, root = id }: SessionScope): string {
  return root;
}

export interface PageServer {
  id: string;
  label: string;
  /** Its tools are Baton's own and have no server in their names. */
  unprefixed: boolean;
  facts: Readonly<Record<string, BuiltInFacts>>;
  build(): McpServer;
}

export interface PageServerDeps {
  db: BatonDatabase;
  now(): number;
  onUnreadableRow: OnUnreadableRow;
  version: string;
  /** Runs tasks. `null`: no `task` tool. */
  tasks: ((session: SessionScope) => TaskPort) | null;
  /** Searches the files of a conversation's project. Absent: no tool for it. */
  searchProject?: (session: string, query: string, call: string) => Promise<string | null>;
  /** How deep tasks may start tasks. */
  deepestTask: number;
}

export const OUTPUT_SERVER = 'builtin_output_server';
export const TASK_SERVER = 'builtin_task_server';

/** A task has its own limits, and it may wait for the user. 2^31-1 ms is the maximum of a timer. */
const UNTIMED = { idleMs: 2_147_483_647, totalMs: 2_147_483_647 };

/**
 * What the page's own tools do. Separate from the servers, so that the settings page can show it without starting one.
 */
export const PAGE_SERVER_FACTS: Readonly<Record<string, Readonly<Record<string, BuiltInFacts>>>> = {
  [PLANNING_SERVER]: Object.fromEntries(PLAN_TOOLS.map(({ name }) => [name, { kind: 'own', brings: null }])),
  // Its output came from a tool. Nobody saw the truncated text before.
  [OUTPUT_SERVER]: { read_tool_output: { kind: 'own', brings: 'tool' } },
  // It reads only what the user put into the project. What is in those files may be anyone's words.
  [PROJECT_SERVER]: { [PROJECT_SEARCH_TOOL]: { kind: 'own', brings: 'file' } },
  // The task asks for its own approvals. Its answer may contain what it read.
  [TASK_SERVER]: {
    task: { kind: 'own', brings: 'tool', once: true, timeouts: UNTIMED },
    task_result: { kind: 'own', brings: 'tool', polls: true, timeouts: UNTIMED },
  },
};

/** The built-in servers in the page, for one conversation. */
export function pageServers(session: SessionScope, deps: PageServerDeps): PageServer[] {
  const { db, onUnreadableRow, version } = deps;
  const facts = (id: string) => PAGE_SERVER_FACTS[id] ?? {};
  const servers: PageServer[] = [
    {
      id: PLANNING_SERVER,
      label: 'Plan',
      unprefixed: false,
      facts: facts(PLANNING_SERVER),
      build: () =>
        planningServer({ apply: (tool, args) => changePlan(db, session.id, tool, args, deps.now()) }, version),
    },
    {
      id: OUTPUT_SERVER,
      label: 'Shortened results',
      unprefixed: true,
      facts: facts(OUTPUT_SERVER),
      build: () => readOutputServer((id) => readOutput(db, session.id, id, onUnreadableRow), version),
    },
  ];
  const { tasks, searchProject } = deps;
  if (searchProject) {
    servers.push({
      id: PROJECT_SERVER,
      label: 'Files of the project',
      unprefixed: true,
      facts: facts(PROJECT_SERVER),
      build: () => projectServer((query, call) => searchProject(session.id, query, call), version),
    });
  }
  if (tasks && session.depth < deps.deepestTask) {
    servers.push({
      id: TASK_SERVER,
      label: 'Tasks',
      unprefixed: true,
      facts: facts(TASK_SERVER),
      build: () => taskServer(tasks(session), version),
    });
  }
  return servers;
}
