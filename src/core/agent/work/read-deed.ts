import type { CallOutcome, CallStatus } from '../../call-outcome.ts';
import type { ToolCallPart } from '../../message.ts';
import { PROJECT_SEARCH_TOOL } from '../../passage.ts';
import { WORKSPACE_SERVER } from '../../reliability/touched-path.ts';
import { splitToolName } from '../../tool-names.ts';
import { WEB_SERVER } from '../../web-tools.ts';
import { PLANNING_SERVER } from '../plan/plan-tools.ts';
import { readArguments } from '../read-arguments.ts';

export type DeedKind =
  | 'read'
  | 'write'
  | 'edit'
  /** Listed a folder. */
  | 'list'
  /** Searched names or contents of files. */
  | 'find'
  | 'run'
  | 'search_web'
  | 'read_page'
  | 'plan'
  | 'task'
  /** Anything else, also of every server that isn't Baton's own: only its name is known. */
  | 'use';

export type DeedEnd = 'done' | 'failed' | 'denied' | 'stopped';

/** What one call did, as its name and arguments say. */
export interface Deed {
  kind: DeedKind;
  /** A path, a command, a query, an address, a title, or the full name of the tool. Never shortened. */
  what: string;
  end: DeedEnd;
}

const ENDS: Readonly<Record<CallStatus, DeedEnd>> = {
  ok: 'done',
  error: 'failed',
  crashed: 'failed',
  timeout: 'failed',
  unknown_tool: 'failed',
  malformed: 'failed',
  denied: 'denied',
  cancelled: 'stopped',
  interrupted: 'stopped',
  not_run: 'stopped',
};

type Known = Readonly<Record<string, { kind: DeedKind; from?: string; otherwise?: string }>>;

const SHELL_SERVER = 'builtin_shell_server';

/** Tools of Baton's own, and the argument that says what they are about. */
const OWN: Readonly<Record<string, Known>> = {
  [WORKSPACE_SERVER]: {
    read: { kind: 'read', from: 'path' },
    write: { kind: 'write', from: 'path' },
    edit: { kind: 'edit', from: 'path' },
    list: { kind: 'list', from: 'path', otherwise: '.' },
    glob: { kind: 'find', from: 'pattern' },
    grep: { kind: 'find', from: 'pattern' },
  },
  [SHELL_SERVER]: { run: { kind: 'run', from: 'command' }, run_outside: { kind: 'run', from: 'command' } },
  [WEB_SERVER]: { search: { kind: 'search_web', from: 'query' }, fetch: { kind: 'read_page', from: 'url' } },
};

/** Tools of Baton's own without a server in their names. */
const UNPREFIXED: Known = {
  task: { kind: 'task', from: 'title' },
  [PROJECT_SEARCH_TOOL]: { kind: 'find', from: 'query' },
};

/**
 * Reads what a call did. What a server calls its tools is its own matter, so only Baton's own tools are described by
 * more than their name.
 */
export function readDeed(
  call: Pick<ToolCallPart, 'id' | 'type' | 'name' | 'args' | 'rawArgs'>,
  outcome: Pick<CallOutcome, 'status'> | null,
): Deed {
  const { server, tool } = splitToolName(call.name);
  const end = outcome ? ENDS[outcome.status] : 'stopped';
  if (server === PLANNING_SERVER) return { kind: 'plan', what: '', end };
  const known = server === null ? UNPREFIXED : OWN[server];
  const found = known && Object.hasOwn(known, tool) ? known[tool] : undefined;
  if (!found) return { kind: 'use', what: call.name, end };
  const read = readArguments(call);
  const value = read.ok && found.from !== undefined ? read.args[found.from] : undefined;
  const what = typeof value === 'string' && value.trim() !== '' ? value : found.otherwise;
  return what === undefined ? { kind: 'use', what: call.name, end } : { kind: found.kind, what, end };
}
