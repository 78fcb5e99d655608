import { z } from 'zod';
import { SANDBOX_BLOCKED } from '#core/sandbox-blocked.ts';
import type { BeforeStart } from '../../../hooks/host-hooks.ts';
import type { OrphanProcesses } from '../../orphan-processes/orphan-processes.ts';
import type { Spawner } from '../../process/spawner.ts';
import type { BuiltinServer } from '../builtin-server.ts';
import type { FileChanges } from '../workspace/file-changes.ts';
import { callOf, createBuiltin, isUnasked, sessionOf, textResult } from '../serve-builtin.ts';
import { ToolError } from '../tool-error.ts';
import { inFolder, locate } from '../workspace/safe-path.ts';
import { type CommandResult, type RunOptions, runCommand } from './run-command.ts';
import { wasBlocked } from './sandbox/blocked.ts';
import type { Sandbox, Sandboxed } from './sandbox/sandbox.ts';
import { OUTSIDE, type ShellScopeOptions, createShellScope } from './shell-scope.ts';

const DEFAULT_SECONDS = 120;
const MAX_SECONDS = 3600;
/** Minimum interval of live output to the page, and maximum characters per message. */
const PROGRESS_MS = 100;
const PROGRESS_LENGTH = 4000;
// oxlint-disable-next-line no-control-regex -- what terminals read as colours and titles
const TERMINAL = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-Z\\-~])/g;
/** The start of such a sequence. */
// oxlint-disable-next-line no-control-regex -- as above
const UNFINISHED = /\u001b(?:\[[0-?]*[ -/]*|\][^\u0007\u001b]{0,1000}\u001b?|[ -/]*)$/;

export interface ShellServerOptions {
  folders: ShellScopeOptions['folders'];
  changes: FileChanges;
  spawner: Spawner;
  permissions: ShellScopeOptions['permissions'];
  sandbox: Pick<Sandbox, 'state' | 'isOn' | 'wrap' | 'onChange'>;
  beforeStart: BeforeStart;
  leftRunning: Pick<OrphanProcesses, 'begin'>;
  version: string;
}

function describeEnd({ end, code, signal, ms }: CommandResult, seconds: number): string {
  if (end === 'timeout') return `[stopped after ${seconds} s: it took too long]`;
  if (end === 'cancelled') return '[cancelled]';
  if (signal !== null) return `[ended by ${signal}]`;
  return `[exit code ${code ?? 'unknown'}, ${(ms / 1000).toFixed(1)} s]`;
}

/**
 * Combines small pieces of output into few messages, without what is meant for a terminal. Progress numbers only increase,
 * as the protocol requires.
 */
function createProgress(send: (progress: number, message: string) => void) {
  let [waiting, count] = ['', 0];
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = (rest = '') => {
    timer = null;
    const text = waiting.slice(0, waiting.length - rest.length).replace(TERMINAL, '');
    waiting = rest;
    if (text !== '') send(++count, text.slice(-PROGRESS_LENGTH));
  };
  return {
    add(text: string) {
      waiting = (waiting + text).slice(-2 * PROGRESS_LENGTH);
      timer ??= setTimeout(() => flush(UNFINISHED.exec(waiting)?.[0]), PROGRESS_MS);
    },
    end() {
      if (timer) clearTimeout(timer);
      flush();
    },
  };
}

function present(ran: CommandResult, seconds: number, advice: readonly string[], boxed: Sandboxed | null) {
  const plain = ran.output.replace(TERMINAL, '').replaceAll('\r\n', '\n').replace(/\n$/, '');
  const isError = ran.end !== 'exit' || ran.code !== 0;
  const blocked = isError && boxed !== null && wasBlocked(plain, boxed.home, boxed.network);
  const parts = [...advice, plain, describeEnd(ran, seconds), blocked ? SANDBOX_BLOCKED : ''];
  return { ...textResult(parts.filter((part) => part !== '').join('\n')), isError };
}

const INPUT = z.object({
  command: z.string().min(1).max(100_000),
  folder: z.string().max(4096).default('.').describe('Where to run it, relative to the attached folder'),
  timeout: z.number().positive().max(MAX_SECONDS).default(DEFAULT_SECONDS).describe('Seconds'),
});
const ANNOTATIONS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
type Notify = (notification: {
  method: 'notifications/progress';
  params: { progressToken: string | number; progress: number; message: string };
}) => Promise<void>;

/**
 * Runs commands in the attached folder. The caller truncates results that are too long for a model, as with every tool.
 */
export function createShellServer({
  folders,
  changes,
  spawner,
  permissions,
  sandbox,
  beforeStart,
  leftRunning,
  version,
}: ShellServerOptions): BuiltinServer {
  async function run(
    tool: string,
    { command, folder, timeout }: z.infer<typeof INPUT>,
    context: Parameters<typeof sessionOf>[0] & { mcpReq: { signal: AbortSignal; notify: Notify } },
  ) {
    const session = sessionOf(context);
    if (command.includes('\0')) throw new ToolError('A command cannot contain a zero byte.');
    const attached = await folders.of(session);
    const place = await locate(attached, folder, await folders.own());
    await inFolder(place, async () => undefined);
    const inside = tool !== OUTSIDE && (await sandbox.isOn());
    const known = { folder: place.path, line: command, outside: tool === OUTSIDE, sandboxed: inside };
    // The sandbox was turned off after the call was admitted for it.
    if (!inside && isUnasked(context) && !(await permissions.coversCommand(known)))
      throw new ToolError(
        'Not run: commands no longer run in the sandbox, so the user has to be asked. Call it again.',
      );
    const { _meta: meta, signal, notify } = context.mcpReq;
    const progressToken = meta?.['progressToken'];
    const progress = createProgress((count, message) => {
      if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return;
      // A client that is gone is no reason to stop; only the call's own signal is.
      notify({
        method: 'notifications/progress',
        params: { progressToken, progress: count, message },
      }).catch(() => undefined);
    });
    const { advice, ...added } = await beforeStart(session, { tool: 'run', args: { command } });
    const marked = await leftRunning.begin(session);
    let boxed: Sandboxed | null = null;
    const wrap: RunOptions['wrap'] = async (line) => (boxed = await sandbox.wrap(session, place.path, line));
    let ran: CommandResult | null = null;
    try {
      ran = await changes.command({ ...callOf(context), command }, attached, () =>
        runCommand(spawner, {
          command,
          cwd: place.path,
          added: { ...added, env: { ...added.env, ...marked.env } },
          timeoutMs: timeout * 1000,
          signal,
          onOutput: (text) => progress.add(text),
          ...(inside && { wrap }),
        }),
      );
    } finally {
      await marked.ended(ran?.group ?? null);
    }
    progress.end();
    return present(ran, timeout, advice, boxed);
  }

  return createBuiltin({
    scopeOf: createShellScope({ folders, permissions, sandbox }),
    isSandboxed: async (tool) => tool !== OUTSIDE && (await sandbox.isOn()),
    id: 'builtin_shell_server',
    label: 'Shell',
    version,
    instructions: 'Runs commands in the folder the user attached to this conversation.',
    register(server) {
      server.registerTool(
        'run',
        {
          title: 'Run a command',
          description:
            'Runs a command line with sh (cmd.exe on Windows) in the attached folder and returns its output. Nobody can answer prompts; its input is closed.',
          inputSchema: INPUT,
          annotations: ANNOTATIONS,
        },
        (args, context) => run('run', args, context),
      );
      const outside = server.registerTool(
        OUTSIDE,
        {
          title: 'Run a command outside the sandbox',
          description:
            'Commands of run are in a sandbox: they change only the attached folders and /tmp, see nothing else of the user’s, and have no network unless the user allowed it. This runs one with all rights of the user, who is asked each time. Use it only for a command that the sandbox stopped.',
          inputSchema: INPUT,
          annotations: ANNOTATIONS,
        },
        (args, context) => run(OUTSIDE, args, context),
      );
      outside.disable();
      const adapt = async () => {
        const on = await sandbox.isOn();
        if (on !== outside.enabled) outside[on ? 'enable' : 'disable']();
      };
      sandbox.onChange(adapt);
      return adapt();
    },
  });
}
