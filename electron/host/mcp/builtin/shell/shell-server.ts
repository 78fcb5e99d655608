import { z } from 'zod';
import type { Permissions } from '../../consent/permissions.ts';
import type { BeforeStart } from '../../../hooks/host-hooks.ts';
import type { Folders } from '../workspace/folders.ts';
import type { OrphanProcesses } from '../../orphan-processes/orphan-processes.ts';
import type { Spawner } from '../../process/spawner.ts';
import type { BuiltinServer } from '../builtin-server.ts';
import { createBuiltin, sessionOf, textResult } from '../serve-builtin.ts';
import { ToolError } from '../tool-error.ts';
import { inFolder, locate } from '../workspace/safe-path.ts';
import { type CommandResult, runCommand } from './run-command.ts';
import { createShellScope } from './shell-scope.ts';

const DEFAULT_SECONDS = 120;
const MAX_SECONDS = 3600;
/** Minimum interval of live output to the page, and maximum characters per message. */
const PROGRESS_MS = 100;
const PROGRESS_LENGTH = 4000;
// oxlint-disable-next-line no-control-regex -- what terminals read as colours and titles
const TERMINAL = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

export interface ShellServerOptions {
  folders: Pick<Folders, 'of' | 'own'>;
  spawner: Spawner;
  permissions: Pick<Permissions, 'coversCommand'>;
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

/** Combines small pieces of output into few messages. Progress numbers only increase, as the protocol requires. */
function createProgress(send: (progress: number, message: string) => void) {
  let [waiting, count] = ['', 0];
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    timer = null;
    if (waiting === '') return;
    send(++count, waiting.slice(-PROGRESS_LENGTH));
    waiting = '';
  };
  return {
    add(text: string) {
      waiting = (waiting + text).slice(-2 * PROGRESS_LENGTH);
      timer ??= setTimeout(flush, PROGRESS_MS);
    },
    end() {
      if (timer) clearTimeout(timer);
      flush();
    },
  };
}

function present(ran: CommandResult, seconds: number, advice: readonly string[]) {
  const plain = ran.output.replace(TERMINAL, '').replaceAll('\r\n', '\n').replace(/\n$/, '');
  const text = [...advice, plain, describeEnd(ran, seconds)].filter((part) => part !== '').join('\n');
  return { ...textResult(text), isError: ran.end !== 'exit' || ran.code !== 0 };
}

/**
 * Runs commands in the attached folder. The caller truncates results that are too long for a model, as with every tool.
 */
export function createShellServer({
  folders,
  spawner,
  permissions,
  beforeStart,
  leftRunning,
  version,
}: ShellServerOptions): BuiltinServer {
  return createBuiltin({
    scopeOf: createShellScope(folders, permissions),
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
          inputSchema: z.object({
            command: z.string().min(1).max(100_000),
            folder: z.string().max(4096).default('.').describe('Where to run it, relative to the attached folder'),
            timeout: z.number().positive().max(MAX_SECONDS).default(DEFAULT_SECONDS).describe('Seconds'),
          }),
          annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
        },
        async ({ command, folder, timeout }, context) => {
          const session = sessionOf(context);
          if (command.includes('\0')) throw new ToolError('A command cannot contain a zero byte.');
          const place = await locate(await folders.of(session), folder, await folders.own());
          await inFolder(place, async () => undefined);
          const { _meta: meta, signal, notify } = context.mcpReq;
          const progressToken = meta?.progressToken;
          const progress = createProgress((count, message) => {
            if (progressToken === undefined) return;
            // A client that is gone is no reason to stop; only the call's own signal is.
            notify({
              method: 'notifications/progress',
              params: { progressToken, progress: count, message },
            }).catch(() => undefined);
          });
          const { advice, ...added } = await beforeStart(session, { tool: 'run', args: { command } });
          const marked = await leftRunning.begin(session);
          let ran: CommandResult | null = null;
          try {
            ran = await runCommand(spawner, {
              command,
              cwd: place.path,
              added: { ...added, env: { ...added.env, ...marked.env } },
              timeoutMs: timeout * 1000,
              signal,
              onOutput: (text) => progress.add(text),
            });
          } finally {
            await marked.ended(ran?.group ?? null);
          }
          progress.end();
          return present(ran, timeout, advice);
        },
      );
    },
  });
}
