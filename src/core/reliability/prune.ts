import { canonicalJson } from '../canonical-json.ts';
import { groupExchanges } from '../exchange.ts';
import type { HistoryMessage, Part, ToolCallPart } from '../message.ts';
import { pairCalls, type PairedCall } from '../pair-calls.ts';
import { pathOf, READS, spacedName, WRITES } from './call-verbs.ts';
import { readPruneConfig, type PruneConfig } from './prune-config.ts';
import { isObject } from '../json.ts';

export interface Pruned {
  strategy: 'deduplication' | 'supersede_writes' | 'purge_errors';
  message: number;
  part: number;
}

const REPEATED = '[Output left out: the same call was made again later]';
const SUPERSEDED = '[Content left out: the file was read later]';
const FAILED = '[Input left out: the call failed]';

/** Arguments that hold the content written to a file. */
const BODIES = [
  'content',
  'contents',
  'text',
  'data',
  'new_string',
  'old_string',
  'newText',
  'oldText',
  'newString',
  'oldString',
  'patch',
  'diff',
  'edits',
];
/** Every tool of the planning server. */
const PLAN_TOOLS = 'builtin_planning_server__';

interface Call {
  paired: PairedCall;
  turn: number;
  order: number;
  /** Opaque state on the message: the vendor would notice a change of the call. */
  signed: boolean;
}

/**
 * Returns a smaller view of a history, without outputs of calls that were repeated later, bodies of writes whose file
 * was read later, and inputs of calls that failed long ago (reliability.md S1-64 to S1-70). Protected tools, the newest
 * turns and calls under a signature stay. The history itself never changes. Off unless the configuration switches it
 * on.
 */
export function prune(
  history: readonly HistoryMessage[],
  config: unknown,
): { history: HistoryMessage[]; pruned: Pruned[] } {
  const settings = readPruneConfig(config);
  if (!settings.enabled) return { history: [...history], pruned: [] };
  const changes = new Map<string, Part>();
  const pruned: Pruned[] = [];
  const change = (strategy: Pruned['strategy'], message: number, part: number, replacement: Part) => {
    const key = `${message}.${part}`;
    if (changes.has(key)) return;
    changes.set(key, replacement);
    pruned.push({ strategy, message, part });
  };

  const { calls, turns } = readCalls(history);
  const newest = turns - 1;
  const open = calls.filter(
    ({ paired, turn }) =>
      turn <= newest - settings.protectedTurns &&
      !settings.protectedTools.has(baseName(paired.call.name)) &&
      !paired.call.name.startsWith(PLAN_TOOLS),
  );
  if (settings.deduplication) deduplicate(open, calls, change);
  if (settings.supersedeWrites) supersede(open, calls, settings, change);
  if (settings.purgeErrors) purge(open, newest, settings, change);
  return { history: history.map((message, index) => applied(message, index, changes)), pruned };
}

type Change = (strategy: Pruned['strategy'], message: number, part: number, replacement: Part) => void;

function readCalls(history: readonly HistoryMessage[]): { calls: Call[]; turns: number } {
  const exchanges = groupExchanges(history);
  const turnOf = exchanges.flatMap(({ start, end }, turn) => Array.from({ length: end - start }, () => turn));
  const { calls } = pairCalls(history);
  const list = [...calls.values()].flat().map((paired, order): Call => ({
    paired,
    order,
    turn: turnOf[paired.message] ?? 0,
    signed: (history[paired.message]?.parts ?? []).some(isOpaque),
  }));
  return { calls: list, turns: exchanges.length };
}

function isOpaque(part: Part): boolean {
  if (part.type === 'redacted_thinking') return true;
  if (part.type === 'thinking') return (part.signature ?? part.encrypted ?? '') !== '';
  return part.type === 'tool_call' && part.signature !== undefined;
}

/** `server__tool` is protected under the tool's own name too. */
function baseName(name: string): string {
  return name.slice(name.lastIndexOf('__') + (name.includes('__') ? 2 : 1)).toLowerCase();
}

function deduplicate(open: readonly Call[], all: readonly Call[], change: Change): void {
  // A call that was never answered replaces nothing.
  const answered = all.filter(({ paired }) => paired.result !== null);
  const last = new Map(answered.map((call) => [signatureOf(call.paired.call), call.order]));
  for (const { paired, order } of open) {
    const { result } = paired;
    const signature = signatureOf(paired.call);
    if (!result || signature === null || last.get(signature) === order || result.content.text === REPEATED) continue;
    const { images: _images, ...content } = result.content;
    change('deduplication', result.message, result.part, { ...content, text: REPEATED });
  }
}

function supersede(open: readonly Call[], all: readonly Call[], { aggressive }: PruneConfig, change: Change): void {
  const lastRead = new Map<string, number>();
  let anyRead = -1;
  for (const { paired, order } of all) {
    const path = pathOf(paired.call);
    const reads = path !== null && READS.test(spacedName(paired.call.name));
    if (!reads || !paired.result || paired.result.content.isError) continue;
    lastRead.set(path, order);
    anyRead = order;
  }
  for (const { paired, order, signed } of open) {
    const { call } = paired;
    const path = pathOf(call);
    if (signed || !WRITES.test(spacedName(call.name)) || path === null) continue;
    const readLater = aggressive ? anyRead > order : (lastRead.get(path) ?? -1) > order;
    const args = readLater ? withoutBodies(call.args) : null;
    if (args) change('supersede_writes', paired.message, paired.part, { ...call, args });
  }
}

function purge(open: readonly Call[], newest: number, { errorTurns }: PruneConfig, change: Change): void {
  for (const { paired, turn, signed } of open) {
    const { call, result } = paired;
    if (signed || !result?.content.isError || newest - turn < errorTurns) continue;
    const { rawArgs = '', ...rest } = call;
    const empty = rawArgs === '' && (!isObject(call.args) || Object.keys(call.args).length === 0);
    if (empty || (isObject(call.args) && call.args.input === FAILED)) continue;
    change('purge_errors', paired.message, paired.part, { ...rest, args: { input: FAILED } });
  }
}

function applied(message: HistoryMessage, index: number, changes: ReadonlyMap<string, Part>): HistoryMessage {
  const parts = message.parts.map((part, at) => changes.get(`${index}.${at}`) ?? part);
  return parts.some((part, at) => part !== message.parts[at]) ? { ...message, parts } : message;
}

/** Whether an earlier pruning left out what the call was made with. */
function isShortened(args: unknown): boolean {
  return isObject(args) && (args['input'] === FAILED || BODIES.some((key) => args[key] === SUPERSEDED));
}

/**
 * Equal for the same tool with the same arguments, whatever the order of their keys. `null` when they cannot be
 * compared.
 */
function signatureOf({ name, args, rawArgs = '' }: ToolCallPart): string | null {
  if (isShortened(args)) return null;
  try {
    return `${name} ${canonicalJson(args)} ${rawArgs}`;
  } catch {
    // Nested deeper than the call stack, or circular.
    return null;
  }
}

/** The arguments without the written content. `null` when there is nothing to remove. */
function withoutBodies(args: unknown): Record<string, unknown> | null {
  if (!isObject(args)) return null;
  const bodies = BODIES.filter((key) => args[key] !== undefined && args[key] !== SUPERSEDED);
  return bodies.length === 0 ? null : { ...args, ...Object.fromEntries(bodies.map((key) => [key, SUPERSEDED])) };
}
