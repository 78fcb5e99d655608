import { StringDecoder } from 'node:string_decoder';
import { type ScriptEnd, type ScriptVerdict, readVerdict } from '#core/reliability/scripts/read-verdict.ts';
import { NON_INTERACTIVE_ENV } from '#core/reliability/non-interactive-env.ts';
import { errorMessage } from '#core/thrown.ts';
import { waitForExit } from '../mcp/process/wait-for-exit.ts';
import { childEnv } from '../mcp/process/child-env.ts';
import { shellLine } from '../mcp/process/shell-line.ts';
import type { Child, Spawner } from '../mcp/process/spawner.ts';
import type { ScriptDefinition } from './script-definitions.ts';

const MAX_OUTPUT = 1_000_000;
const MAX_ERRORS = 100_000;

/** The environment of a script: no variable that may hold a key, unless the user has listed it. */
export function scriptEnv(
  { env, platform }: Pick<Spawner, 'env' | 'platform'>,
  allow: readonly string[],
  folder: string,
): Record<string, string> {
  return childEnv(env, platform, {
    added: { allow, env: NON_INTERACTIVE_ENV },
    given: { CLAUDE_PROJECT_DIR: folder },
  });
}

/**
 * Keeps the start of the output and discards the rest, so that a script that floods its output neither blocks nor fills
 * memory.
 */
function collectStart(stream: Child['stdout'], most: number) {
  const decoder = new StringDecoder('utf8');
  let text = '';
  let cut = false;
  stream.on('data', (chunk: Buffer) => {
    if (cut) return;
    text += decoder.write(chunk);
    if (text.length <= most) return;
    cut = true;
    text = text.slice(0, most);
  });
  return { end: () => (cut ? text : text + decoder.end()), isCut: () => cut };
}

/**
 * Runs a script with consent: as the leader of a process group, without a terminal, with the event on its standard
 * input. Never rejects: every failure becomes a note.
 */
export async function runScript(
  spawner: Spawner,
  { event, command, seconds, allow }: ScriptDefinition,
  { input, folder, signal }: { input: Readonly<Record<string, unknown>>; folder: string; signal: AbortSignal },
): Promise<ScriptVerdict> {
  if (signal.aborted) return { notes: [] };
  const env = scriptEnv(spawner, allow, folder);
  const began = performance.now();
  let ended: ScriptEnd;
  try {
    const line = shellLine(command, env, spawner.platform);
    const child = await spawner.spawn({ ...line, cwd: folder, env, stdin: 'open' });
    const stdout = collectStart(child.stdout, MAX_OUTPUT);
    const stderr = collectStart(child.stderr, MAX_ERRORS);
    // A script may ignore its input; the spawner handles the broken pipe.
    child.stdin?.end(`${JSON.stringify(input)}\n`);
    const end = await waitForExit(child, { timeoutMs: seconds * 1000, signal, began });
    ended = { ...end, stdout: stdout.end(), stderr: stderr.end(), cut: stdout.isCut(), seconds };
  } catch (error) {
    const detail = errorMessage(error);
    return { notes: [{ did: 'failed', why: 'start', text: '', detail }] };
  }
  return readVerdict(event, ended);
}
