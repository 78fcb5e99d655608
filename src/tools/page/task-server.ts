import { McpServer } from '@modelcontextprotocol/server';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod/mini';
import type { TaintSource } from '#core/agent/tools/taint.ts';
import { MCP_CALL_META } from './call-meta.ts';
import { toolInput } from './tool-input.ts';
import { TaskRefusedError } from './task-refused.ts';

export interface TaskRequest {
  /** A few words for the list of tasks. */
  title: string;
  prompt: string;
  /** As the model named it; `null` for the model of the calling conversation. */
  model: string | null;
  background: boolean;
  /** Key of the call; empty if unknown. */
  call: string;
}

export interface TaskState {
  state: 'running' | 'done' | 'failed' | 'stopped';
  /** Id of the task's session. */
  task: string;
  /** Its last answer; its progress while it runs; the reason after a failure. */
  text: string;
  /** Steps and cost of the task, when reported to the run that waited for it. */
  used?: { steps: number; cost: number };
  /** The user stopped the task that the run waited for. */
  cancelled?: boolean;
  /** Outside content that its answer may contain. */
  sources: readonly TaintSource[];
}

/** Runs tasks. */
export interface TaskPort {
  /**
   * Begins a task. In the foreground it resolves when the task has ended, and aborting the signal ends the task. In the
   * background it resolves once the task runs, and the signal no longer has an effect. Rejects when the task cannot
   * begin, with TaskRefusedError if the model should know why.
   */
  run(order: TaskRequest, signal: AbortSignal, onProgress: (step: number) => void): Promise<TaskState>;
  /** State of a task of this conversation, after waiting at most `waitMs` for its end; `null` for an unknown id. */
  state(task: string, waitMs: number, signal: AbortSignal): Promise<TaskState | null>;
}

const MAX_WAIT_S = 120;

const Order = z.object({
  title: z
    .string()
    .check(z.minLength(1), z.maxLength(80), z.describe('Three to six words that name the task for the user.')),
  prompt: z
    .string()
    .check(
      z.minLength(1),
      z.describe(
        'Everything the sub-conversation needs to know: it sees nothing of this one. Say what it has to answer with.',
      ),
    ),
  model: z
    .optional(z.string())
    .check(z.describe('Another model by its name; leave out to use the model of this conversation.')),
  background: z
    .optional(z.boolean())
    .check(z.describe('True: do not wait. Its answer is asked for later with task_result. Default false.')),
});

const CallMeta = z.string();

const Ask = z.object({
  task: z.string().check(z.describe('The id that task returned.')),
  wait: z
    .optional(z.number().check(z.minimum(0), z.maximum(MAX_WAIT_S)))
    .check(z.describe('Seconds to wait for its end. Default 0.')),
});

/** Lets a model delegate work to a task. */
export function taskServer(port: TaskPort, version: string): McpServer {
  const server = new McpServer({ name: 'builtin_task_server', title: 'Tasks', version });
  server.registerTool(
    'task',
    {
      title: 'Start a task',
      description:
        'Gives a piece of work to a separate conversation with its own context and returns its final answer. For research or work whose details are not needed here. It has the same tools and asks the user for the same approvals.',
      inputSchema: toolInput(Order),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    async ({ title, prompt, model, background }, ctx) => {
      const call = CallMeta.safeParse(ctx.mcpReq['_meta']?.[MCP_CALL_META]).data ?? '';
      const order = { title, prompt, model: model ?? null, background: background ?? false, call };
      const onProgress = (progress: number) => {
        const progressToken = ctx.mcpReq['_meta']?.progressToken;
        if (progressToken === undefined) return;
        // The connection may be closing. The result decides.
        ctx.mcpReq
          .notify({ method: 'notifications/progress', params: { progressToken, progress } })
          .catch(() => undefined);
      };
      try {
        return toResult(await port.run(order, ctx.mcpReq.signal, onProgress));
      } catch (error) {
        if (error instanceof TaskRefusedError) return failed(error.message);
        throw error;
      }
    },
  );
  server.registerTool(
    'task_result',
    {
      title: 'Ask for the result of a task',
      description: 'Returns the answer of a background task, or says that it is still running.',
      inputSchema: toolInput(Ask),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ task, wait }, ctx) => {
      const state = await port.state(task, (wait ?? 0) * 1000, ctx.mcpReq.signal);
      return state ? toResult(state) : failed(`There is no task with the id ${JSON.stringify(task)}.`);
    },
  );
  return server;
}

const WORDS: Readonly<Record<TaskState['state'], (state: TaskState) => string>> = {
  running: (state) => `The task ${state.task} is running. ${state.text}`,
  done: ({ text }) => (text === '' ? 'The task ended without an answer.' : text),
  stopped: ({ text }) => `The task was stopped. ${text}`,
  failed: ({ text }) => `The task failed. ${text}`,
};

function toResult(state: TaskState): CallToolResult {
  const isError = state.state === 'stopped' || state.state === 'failed';
  return {
    ['_meta']: { [TASK_META]: metaOf(state) },
    ...(isError && { isError }),
    content: [{ type: 'text', text: WORDS[state.state](state).trim() }],
  };
}

function metaOf({ used, cancelled, sources = [] }: Partial<TaskState>): z.infer<typeof TaskMeta> {
  return { ...(used && { used }), ...(cancelled && { cancelled }), sources: [...sources] };
}

function failed(text: string): CallToolResult {
  return { ['_meta']: { [TASK_META]: metaOf({}) }, isError: true, content: [{ type: 'text', text }] };
}

const Source: z.ZodMiniType<TaintSource> = z.object({
  kind: z.enum(['web', 'file', 'tool']),
  server: z.string(),
  tool: z.string(),
  call: z.string(),
  detail: z.exactOptional(z.string()),
});

/**
 * In `_meta` of a result: what the calling run needs to know about the task in addition to its text (see TaskState).
 */
export const TASK_META = 'baton/task';
export const TaskMeta = z.object({
  used: z.exactOptional(z.object({ steps: z.number(), cost: z.number() })),
  cancelled: z.exactOptional(z.boolean()),
  sources: z.array(Source),
});
