import type { CallOutcome, CallStatus } from '../call-outcome.ts';
import type { SentContextFile } from '../context-file.ts';
import type { ToolCallPart, ToolResultPart } from '../message.ts';
import { closedCallEnd, endOf, blockedEnd, resultPart, type CallEnd } from './call-result.ts';
import { callTool } from './call-tool.ts';
import { createCancel, follow, type CancelSignal } from '../cancel.ts';
import { createChannel } from './channel.ts';
import { createApprovalGate, type CallToApprove, type Permission } from './approval-gate.ts';
import { createGraceWait } from './grace-wait.ts';
import type { PlannedCall } from './plan-calls.ts';
import type { CallProgress, RunPorts, Screened, ToolOutcome, ToolPort } from './ports.ts';
import { readArguments, hasCompleteArguments, type ReadArguments } from './read-arguments.ts';
import { createScopeReader } from './read-scopes.ts';
import type { ToolResultValue } from '../reliability/hook.ts';
import { callSignature } from './repeats.ts';
import { NotStoredError, type RunLog } from './run-log.ts';
import type { RunEvent, RunFact } from './run-record.ts';
import { outputLimitFor, shortenOutput } from '../reliability/shorten-output.ts';
import { createSemaphore, takeSlots } from './semaphore.ts';
import {
  misfitArgumentsText,
  crashText,
  CUT_ARGUMENTS_TEXT,
  malformedText,
  misfitText,
  unknownToolText,
} from './texts.ts';
import type { ToolFacts } from './tools/tool-facts.ts';
import { wellFormed } from '../text.ts';
import { errorMessage } from '../thrown.ts';

/** Live output buffered for a slow reader. */
const UNREAD_OUTPUT = 65_536;

/** Characters of live output that are kept for the result of a call that is ended; the newest ones. */
const KEPT_OUTPUT = 1_000_000;

/** Statuses whose repetition says nothing about the model. */
const UNTOLD: ReadonlySet<CallStatus> = new Set(['cancelled', 'interrupted', 'not_run']);

/** What ends the calls. */
export interface StopSignals {
  signal: CancelSignal;
  /** Another window has taken over the conversation. Then `signal` aborts, too. */
  lost?: CancelSignal | undefined;
}

interface Ended extends CallEnd {
  tool?: ToolFacts;
  startedAt?: number;
  outcome?: ToolOutcome;
  /** What it printed while it ran. */
  printed?: string;
  /** What it brought is the user's own. */
  own?: boolean;
  args?: Readonly<Record<string, unknown>>;
  advice?: readonly string[];
  scripts?: CallOutcome['scripts'];
}

/**
 * Runs every call of an answer until it ends: at most `parallel` at a time. The user is asked one question after
 * another, while calls that need no approval run. Results are in call order, whatever the order in which they arrive.
 * Throws only NotStoredError. When the reader leaves early, the tools stop and the records stay as they are.
 */
export async function* executeCalls(
  ports: RunPorts,
  log: RunLog,
  calls: readonly PlannedCall[],
  { parallel, cutAtLimit }: { parallel: number; cutAtLimit: boolean },
  { signal, lost }: StopSignals,
): AsyncGenerator<RunEvent, ToolResultPart[], void> {
  const stopper = createCancel();
  const unfollow = follow(signal, stopper);
  const channel = createChannel<RunEvent>();
  const slots = createSemaphore(parallel);
  const after = (value: ToolResultValue) => ports.hooks?.after(value, stopper.signal) ?? shortenResult(value);
  let left = false;

  const write = async (fact: RunFact): Promise<RunEvent> => {
    if (left) throw new NotStoredError('nobody reads the run any more');
    const event = await log.write(fact);
    channel.push(event);
    return event;
  };
  const permits = createApprovalGate(ports, log, write, stopper.signal);
  const readScope = createScopeReader(ports.tools);
  /** A stop doesn't wait for what is only asked about a call. */
  const asking = createGraceWait(stopper.signal, ports.clock, 0);
  const share = calls.filter(({ todo }) => todo.as === 'run').length;

  const isTakenOver = () => lost?.aborted === true;
  const cancelled = () => closedCallEnd('cancelled', isTakenOver());

  const settle = async ({ key, part, todo }: PlannedCall): Promise<ToolResultPart> => {
    if (todo.as === 'keep') return todo.result;
    if (todo.as === 'close') return end(key, part, closedCallEnd(todo.status, isTakenOver()));
    let ended: Ended;
    try {
      ended = await bringToEnd(key, part, todo.cut);
    } catch (error) {
      if (error instanceof NotStoredError) throw error;
      ports.log('a port failed', { call: key, error: errorMessage(error) });
      ended = { status: 'crashed', text: crashText(errorMessage(error)) };
    }
    return end(key, part, ended);
  };

  /** An allowed call has its slots. It may have waited for them, so what was allowed is decided once more. */
  const permitAndSlot = async (wanted: CallToApprove): Promise<{ permission: Permission; giveSlots: () => void }> => {
    for (;;) {
      const permission = await permits.request(wanted);
      const nothing = { permission, giveSlots: () => undefined };
      if (!permission.allowed) return nothing;
      const needed = [slots, ...(ports.tools.slots?.(wanted.tool.name) ?? [])];
      const giveSlots = await takeSlots(needed, stopper.signal);
      if (!giveSlots) return { ...nothing, permission: { allowed: false, status: 'cancelled' } };
      const now = permits.recheck(wanted, permission);
      if (now) return { permission: now, giveSlots };
      // Other calls don't wait for the user's answer about this one.
      giveSlots();
    }
  };

  const bringToEnd = async (key: string, part: ToolCallPart, cut = false): Promise<Ended> => {
    if (stopper.signal.aborted) return cancelled();
    const tool = ports.tools.find(part.name);
    if (!tool) return { status: 'unknown_tool', text: unknownToolText(part.name, ports.tools.names()) };
    if (cut) return { status: 'malformed', text: CUT_ARGUMENTS_TEXT, tool };
    const read = readArguments(part);
    if (!read.ok) {
      const text = cutAtLimit && !hasCompleteArguments(part) ? CUT_ARGUMENTS_TEXT : malformedText(read.why);
      return { status: 'malformed', text, tool };
    }
    const fitted = fitArguments(ports.tools, part.name, read.args);
    if (!fitted.ok) return { status: 'malformed', text: misfitText(fitted.why), tool };
    const asked = { key, name: part.name, args: fitted.args };
    const screened: Screened = ports.hooks ? await ports.hooks.before(asked, stopper.signal) : { ...asked, advice: [] };
    if (stopper.signal.aborted) return cancelled();
    const { args, advice, refused, scripts } = screened;
    const seen = { tool, ...(scripts && { scripts }) };
    if (refused !== undefined) return { status: 'denied', text: refused, ...seen };
    // Changed arguments must fit the tool as well. The original arguments are not run instead.
    const hookMisfit = args === fitted.args ? null : ports.tools.check(part.name, args);
    if (hookMisfit !== null) return { status: 'denied', text: misfitArgumentsText(hookMisfit), ...seen };
    const blocked = await asking.wait(ports.tools.blocked?.(part.name) ?? Promise.resolve(null));
    if (!blocked.came) return cancelled();
    if (blocked.value) return { ...blockedEnd(blocked.value), ...seen };
    const reach = await asking.wait(readScope(part.name, args));
    if (!reach.came) return cancelled();
    const scope = reach.value;
    const wanted = { key, tool, args, scope, ...(screened.ask && { insist: true }), ...(scripts && { scripts }) };
    const { permission, giveSlots } = await permitAndSlot(wanted);
    try {
      if (!permission.allowed)
        return permission.status === 'cancelled' ? { ...cancelled(), ...seen } : { ...permission, ...seen };
      if (stopper.signal.aborted) return cancelled();
      await write({
        type: 'call_started',
        call: key,
        tool: part.name,
        kind: tool.kind,
        ...(tool.once && { once: true }),
      });
      if (stopper.signal.aborted) return cancelled();
      const startedAt = ports.clock.monotonic();
      const call = {
        key,
        name: part.name,
        args,
        ...(permission.ticket !== undefined && { ticket: permission.ticket }),
      };
      let printed = '';
      const called = await callTool(ports, call, tool.timeouts, stopper.signal, (progress) => {
        printed += progress.output ?? '';
        if (printed.length > 2 * KEPT_OUTPUT) printed = printed.slice(-KEPT_OUTPUT);
        channel.merge(key, { type: 'progress', call: key, progress }, joinProgress);
      });
      return {
        ...endOf(called, wellFormed(printed.slice(-KEPT_OUTPUT)), isTakenOver()),
        printed,
        ...seen,
        startedAt,
        args,
        own: scope?.own === true,
        ...(called.how === 'returned' && { outcome: called.outcome, advice }),
      };
    } finally {
      giveSlots();
    }
  };

  const end = async (key: string, part: ToolCallPart, ended: Ended): Promise<ToolResultPart> => {
    const { tool, status, startedAt, outcome, printed = '', args = {}, advice = [], images } = ended;
    const ms = startedAt === undefined ? 0 : ports.clock.monotonic() - startedAt;
    const budget = outputLimitFor({ window: log.state.window, calls: share, toolCap: tool?.maxOutputTokens });
    const fullText = [...advice, ended.text].join('\n');
    const { text, shortened, leftovers, scripts, context } = await after({
      tool: part.name,
      call: key,
      args,
      ...(ended.scripts && { scripts: ended.scripts }),
      status,
      text: fullText,
      ...(images && { images }),
      budget,
      keep: () => log.keep(() => ports.store.keepOutput({ key, name: part.name, text: fullText })),
    });
    const { decision } = log.state.calls.get(key) ?? {};
    const result = resultPart(
      part,
      { ...ended, text },
      {
        ...(startedAt !== undefined && { ms: Math.round(ms) }),
        ...(decision && { decision }),
        ...(shortened && { shortened }),
        ...(leftovers && { leftovers }),
        ...(scripts && scripts.length > 0 && { scripts }),
        ...(ended.blocked && { held: ended.blocked }),
      },
      context?.map(({ own: _own, ...file }) => file),
    );
    const untold = UNTOLD.has(status) || tool?.polls === true;
    const fromOutside = outcome !== undefined || status === 'crashed' || printed !== '';
    await write({
      type: 'call_ended',
      call: key,
      tool: part.name,
      status,
      result,
      ms,
      signature: untold ? null : callSignature(part.name, part.rawArgs ?? part.args, status, ended.text),
      ...(outcome?.cost !== undefined && { cost: outcome.cost }),
      ...(outcome?.steps !== undefined && { steps: outcome.steps }),
      ...outsideSourcesOf(key, fromOutside ? tool : undefined, ended, context),
      ...(shortened && { shortened }),
    });
    return result;
  };

  try {
    const work = calls.map((call) =>
      settle(call).catch((error: unknown) => {
        // A record that could not be stored ends everything.
        stopper.cancel();
        throw error;
      }),
    );
    const all = Promise.allSettled(work).then((settled) => {
      const broken = settled.find((one) => one.status === 'rejected');
      channel.close(broken?.reason);
      return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    });
    for await (const event of channel) yield event;
    return await all;
  } finally {
    left = true;
    stopper.cancel();
    asking.dispose();
    unfollow();
  }
}

/**
 * Outside content that a call added, and the context files sent with it, because they come from somebody's folder too.
 */
function outsideSourcesOf(
  call: string,
  tool: ToolFacts | undefined,
  { outcome, own: isOwn = false }: Pick<Ended, 'outcome' | 'own'>,
  context: readonly SentContextFile[] = [],
): Pick<Extract<RunFact, { type: 'call_ended' }>, 'source' | 'sources'> {
  const from = tool && { server: tool.server, tool: tool.name, call };
  const contextSources = context.flatMap(({ path, own }) =>
    from && own !== true ? [{ kind: 'file' as const, ...from, detail: path }] : [],
  );
  const detail = outcome?.source;
  const own =
    from && tool.brings && !isOwn ? { kind: tool.brings, ...from, ...(detail !== undefined && { detail }) } : null;
  if (!outcome?.sources && contextSources.length === 0) return own ? { source: own } : {};
  return { sources: [...(outcome?.sources ?? (own ? [own] : [])), ...contextSources] };
}

async function shortenResult(value: ToolResultValue): Promise<ToolResultValue> {
  return { ...value, ...(await shortenOutput(value.text, value.budget, value.keep)) };
}

function joinProgress(before: RunEvent, now: RunEvent): RunEvent {
  if (before.type !== 'progress' || now.type !== 'progress') return now;
  const output = `${before.progress.output ?? ''}${now.progress.output ?? ''}`;
  const progress: CallProgress = {
    ...before.progress,
    ...now.progress,
    ...(output !== '' && { output: output.slice(-UNREAD_OUTPUT) }),
  };
  return { ...now, progress };
}

/** Arguments that fit the tool, as they are or decoded; otherwise what doesn't fit as they are. */
function fitArguments(
  tools: Pick<ToolPort, 'check' | 'decode'>,
  name: string,
  args: Readonly<Record<string, unknown>>,
): ReadArguments {
  const why = tools.check(name, args);
  if (why === null) return { ok: true, args };
  const decoded = tools.decode?.(name, args) ?? args;
  return decoded !== args && tools.check(name, decoded) === null ? { ok: true, args: decoded } : { ok: false, why };
}
