import type { BuiltInFacts } from '#core/agent/tools/tool-facts.ts';
import { PLAN_TOOLS, PLANNING_SERVER } from '#core/agent/plan/plan-tools.ts';
import { changePlan } from '#storage/plan-repository.ts';
import { readOutput } from '#storage/output-repository.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { McpServer } from '@modelcontextprotocol/server';
import { planningServer } from './page/planning-server.ts';
import { readOutputServer } from './page/read-output-server.ts';
import { taskServer } from './page/task-server.ts';
import type { TaskPort } from './page/task-server.ts';

/** A conversation that tools work for. */
export interface SessionScope {
  id: string;
  /** 0 for a conversation a person began, 1 for a task of it, and so on. */
  depth: number;
  /** Of a task: the conversation a person began. Its folders and its rules are those of the task. */
  root?: string;
  /** Not offered here, besides what the settings switch off: server ids and `<server>/<tool>`. */
  off?: readonly string[];
}

/** The conversation that the host knows. */
export function rootOf({ id, root = id }: SessionScope): string {
  return root;
}

export interface PageServer {
  id: string;
  label: string;
  /** Its tools are Baton's own and carry no server in their names. */
  bare: boolean;
  facts: Readonly<Record<string, BuiltInFacts>>;
  build(): McpServer;
}

export interface PageServerDeps {
  db: BatonDatabase;
  now(): number;
  report: OnUnreadableRow;
  version: string;
  /** Runs sub-conversations; without it there is no `task`. */
  tasks: ((session: SessionScope) => TaskPort) | null;
  /** How deep tasks may start tasks. */
  deepestTask: number;
}

export const OUTPUT_SERVER = 'builtin_output_server';
export const TASK_SERVER = 'builtin_task_server';

/** A task has limits of its own, and it may wait for the person. 2^31-1 ms is what a timer can hold. */
const UNTIMED = { idleMs: 2_147_483_647, totalMs: 2_147_483_647 };

/** What the page's own tools do; kept apart from the servers, so that settings can show it without starting one. */
export const PAGE_SERVER_FACTS: Readonly<Record<string, Readonly<Record<string, BuiltInFacts>>>> = {
  [PLANNING_SERVER]: Object.fromEntries(PLAN_TOOLS.map(({ name }) => [name, { kind: 'own', brings: null }])),
  // What it shows came from a tool: where it was cut out, nobody saw what stood there.
  [OUTPUT_SERVER]: { read_tool_output: { kind: 'own', brings: 'tool' } },
  // The sub-conversation asks for its own approvals; its answer may hold what it read.
  [TASK_SERVER]: {
    task: { kind: 'own', brings: 'tool', once: true, timeouts: UNTIMED },
    task_result: { kind: 'own', brings: 'tool', polls: true, timeouts: UNTIMED },
  },
};

/** The servers that live in the page, for one conversation. */
export function pageServers(session: SessionScope, deps: PageServerDeps): PageServer[] {
  const { db, report, version } = deps;
  const facts = (id: string) => PAGE_SERVER_FACTS[id] ?? {};
  const servers: PageServer[] = [
    {
      id: PLANNING_SERVER,
      label: 'Plan',
      bare: false,
      facts: facts(PLANNING_SERVER),
      build: () =>
        planningServer({ apply: (tool, args) => changePlan(db, session.id, tool, args, deps.now()) }, version),
    },
    {
      id: OUTPUT_SERVER,
      label: 'Shortened results',
      bare: true,
      facts: facts(OUTPUT_SERVER),
      build: () => readOutputServer((id) => readOutput(db, session.id, id, report), version),
    },
  ];
  const { tasks } = deps;
  if (tasks && session.depth < deps.deepestTask) {
    servers.push({
      id: TASK_SERVER,
      label: 'Tasks',
      bare: true,
      facts: facts(TASK_SERVER),
      build: () => taskServer(tasks(session), version),
    });
  }
  return servers;
}
