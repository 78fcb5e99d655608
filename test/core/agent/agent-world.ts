import type { ApprovalMode, Grant, ToolRule } from '#core/agent/approval/decide-approval.ts';
import type { CancelSignal } from '#core/cancel.ts';
import type { ApprovalDecision, RunPorts, ToolOutcome } from '#core/agent/ports.ts';
import { runAgent, type RunInput } from '#core/agent/run-agent.ts';
import type { RunEvent, RunMessage, RunRecord } from '#core/agent/run-record.ts';
import type { ToolFacts } from '#core/agent/tools/tool-facts.ts';
import type { HistoryMessage, Part, Stop, ToolCallPart } from '#core/message.ts';
import type { ModelError } from '#core/error.ts';
import { originOf } from '../arbitrary-history.ts';
import { VirtualClock } from './virtual-clock.ts';

export interface ScriptedCall {
  tool: string;
  args?: unknown;
  rawArgs?: string;
  id?: string;
  /** Milliseconds the tool takes. */
  takes?: number;
  does?: 'answer' | 'error' | 'crash' | 'hang' | 'ignore-stop' | 'throw';
  text?: string;
  /** Number of progress notifications, spread over the time the tool takes. */
  progress?: number;
  /** The user's answer to the question, and how long it takes; 'never' doesn't answer. */
  says?: Grant | 'deny' | 'never' | 'fail';
  saysAfter?: number;
  outcome?: Partial<ToolOutcome>;
}

export interface ScriptedStep {
  /** Name of a target whose origin the answer gets. */
  source?: string;
  thinks?: boolean;
  text?: string;
  calls?: readonly ScriptedCall[];
  stop?: Stop;
  error?: ModelError;
  /** Milliseconds between events. */
  pace?: number;
  cost?: number | null;
  /** Keeps streaming after it was stopped. */
  deaf?: boolean;
  /** Throws after this many events. */
  throwsAfter?: number;
  window?: { limit: number; used: number };
}

export const TOOLS: Readonly<Record<string, ToolFacts>> = Object.fromEntries(
  (
    [
      ['files__read', 'read', 'file'],
      ['files__write', 'write', null],
      ['shell__run', 'execute', 'tool'],
      ['web__fetch', 'network', 'web'],
      ['plan__list', 'own', null],
      ['plan__poll', 'own', null],
    ] as const
  ).map(([name, kind, brings]): [string, ToolFacts] => [
    name,
    {
      name,
      server: name.slice(0, name.indexOf('__')),
      label: name,
      kind,
      definition: `hash of ${name}`,
      brings,
      ...(name === 'plan__poll' && { polls: true }),
    },
  ]),
);

export interface WorldOptions {
  script: readonly ScriptedStep[];
  mode?: ApprovalMode;
  rules?: Readonly<Record<string, ToolRule['rule']>>;
  facts?: Readonly<Record<string, Partial<ToolFacts>>>;
  /** Messages stored before the run. */
  messages?: readonly HistoryMessage[];
  records?: readonly RunRecord[];
  storeTakes?: number;
  /** Storage refuses the append with this index (from 0) and all after it, or only this one. */
  refuseFrom?: number;
  refuseOnly?: number;
}

/** One observed event, in order. */
export type Happening =
  | { what: 'stored'; record: RunRecord; message?: RunMessage }
  | { what: 'asked the model'; answerId: string }
  | { what: 'asked the user'; key: string }
  | { what: 'started'; key: string }
  | { what: 'stopped'; key: string };

/** A scripted model, scripted tools and a simulated user, with an in-memory store and a virtual clock. */
export function createWorld(options: WorldOptions) {
  const clock = new VirtualClock();
  const messages: (HistoryMessage & { id: string })[] = [...(options.messages ?? [userMessage('begin', 'u0')])].map(
    (message, index) => ({ id: `m${index}`, ...message }),
  );
  const records: RunRecord[] = [...(options.records ?? [])];
  const happenings: Happening[] = [];
  const outputs = new Map<string, string>();
  const logged: string[] = [];
  const started = new Map<string, number>();
  /** Arguments of the calls that ran. */
  const called: unknown[] = [];
  const queued: RunMessage[] = [];
  const rules = new Map<string, ToolRule>(
    Object.entries(options.rules ?? {}).map(([name, rule]) => [
      name,
      { rule, definition: factsOf(name)?.definition ?? '' },
    ]),
  );
  const state = { running: 0, mostRunning: 0, appends: 0, ticks: 0, ids: 0, mode: options.mode ?? ('ask' as const) };
  const scripted = new Map<string, ScriptedCall>();
  const onTick = { at: (_tick: number): void => undefined };
  const tick = (): void => onTick.at(state.ticks++);
  clock.onFire = tick;

  function factsOf(name: string): ToolFacts | null {
    const facts = TOOLS[name];
    return facts ? { ...facts, ...options.facts?.[name] } : null;
  }

  /** Timers of the loop, not of the script. */
  const timers = new Set<unknown>();
  const ports: RunPorts = {
    clock: {
      now: clock.now,
      monotonic: clock.monotonic,
      setTimeout(fn, ms) {
        const handle = clock.setTimeout(() => {
          timers.delete(handle);
          fn();
        }, ms);
        timers.add(handle);
        return handle;
      },
      clearTimeout(handle) {
        timers.delete(handle);
        clock.clearTimeout(handle);
      },
    },
    newId: () => `id${records.length}_${state.ids++}`,
    log: (event) => logged.push(event),
    store: {
      async append(record, message) {
        tick();
        const number = state.appends++;
        if (options.storeTakes) await clock.sleep(options.storeTakes);
        const { refuseFrom = Number.POSITIVE_INFINITY, refuseOnly } = options;
        if (number >= refuseFrom || number === refuseOnly) throw new Error('the disk is full');
        records.push(structuredClone(record));
        if (message) place(messages, message, sourceOf(record));
        if (record.type === 'steered') queued.shift();
        if (record.type === 'approval_decided' && (record.decision === 'session' || record.decision === 'always'))
          rules.set(record.tool, { rule: record.decision, definition: record.definition });
        happenings.push({ what: 'stored', record, ...(message && { message }) });
        tick();
      },
      async keepOutput({ key, text }) {
        tick();
        outputs.set(key, text);
        return `out-${outputs.size}`;
      },
    },
    steering: { queued: () => queued.map((message) => ({ message, sources: [] })), take: () => undefined },
    model: { answer: (ask) => answer(ask) },
    tools: {
      find: (name) => factsOf(name),
      names: () => Object.keys(TOOLS),
      check: (_name, args) => (args.misfit === undefined ? null : 'misfit is not allowed'),
      decode: (_name, { misfit, ...args }) => (misfit === 'readable' ? args : { misfit, ...args }),
      call,
    },
    approvals: {
      policy: () => ({ mode: state.mode, rules }),
      ask(request, signal) {
        tick();
        happenings.push({ what: 'asked the user', key: request.key });
        return ask(request.key, signal);
      },
    },
  };

  function sourceOf(record: RunRecord): string | undefined {
    return record.type === 'answered' ? options.script[record.step - 1]?.source : undefined;
  }

  async function* answer({ step, answerId, signal }: { step: number; answerId: string; signal: CancelSignal }) {
    happenings.push({ what: 'asked the model', answerId });
    tick();
    const script = options.script[step - 1] ?? { text: 'done.' };
    const parts = partsOf(script, step);
    for (const [index, part] of parts.entries())
      if (part.type === 'tool_call') scripted.set(`${answerId}#${index}`, callOf(script, parts, index));
    const facts = { cost: script.cost === undefined ? 0.01 : script.cost, window: script.window ?? null };
    let count = 0;
    yield { type: 'start' as const };
    for (const [index, part] of parts.entries()) {
      for (const event of eventsOf(part, index)) {
        if (script.pace) await clock.sleep(script.pace);
        tick();
        if (signal.aborted && !script.deaf) {
          yield { type: 'end' as const, stop: 'aborted' as const };
          return facts;
        }
        if (script.deaf && signal.aborted) await new Promise(() => undefined);
        if (count++ === script.throwsAfter) throw new Error('the parser fell over');
        yield event;
      }
    }
    const calls = (script.calls ?? []).length > 0;
    const stop: Stop = script.stop ?? (calls ? 'tool' : 'end');
    yield { type: 'usage' as const, usage: { input: 10, output: 5 } };
    yield { type: 'end' as const, stop, ...(script.error && { error: script.error }) };
    return facts;
  }

  async function call(
    { key, name, args }: { key: string; name: string; args: unknown },
    { signal, onProgress }: Parameters<RunPorts['tools']['call']>[1],
  ): Promise<ToolOutcome> {
    tick();
    started.set(key, (started.get(key) ?? 0) + 1);
    called.push(args);
    happenings.push({ what: 'started', key });
    state.running++;
    state.mostRunning = Math.max(state.mostRunning, state.running);
    const script = scripted.get(key) ?? { tool: name };
    try {
      return await work(script, key, signal, onProgress);
    } finally {
      state.running--;
      happenings.push({ what: 'stopped', key });
    }
  }

  async function work(
    { takes = 0, does = 'answer', text, progress = 0, outcome }: ScriptedCall,
    key: string,
    signal: CancelSignal,
    onProgress: Parameters<RunPorts['tools']['call']>[1]['onProgress'],
  ): Promise<ToolOutcome> {
    if (does === 'throw') throw new Error('no such server');
    const stopped = new Promise<'stopped'>((resolve) => {
      const stop = (): void => resolve('stopped');
      if (does === 'ignore-stop') return;
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop);
    });
    for (let sign = 0; sign <= progress; sign++) {
      const pause = clock.sleep(takes / (progress + 1));
      if ((await Promise.race([pause.then(() => 'slept' as const), stopped])) === 'stopped')
        throw new Error('stopped by signal');
      tick();
      if (sign < progress) onProgress({ output: `${key} ${sign}\n` });
    }
    if (does === 'hang') {
      await stopped;
      throw new Error('stopped by signal');
    }
    if (does === 'crash') throw new Error('the server ended with code 1');
    return { text: text ?? `result of ${key}.`, ...(does === 'error' && { isError: true }), ...outcome };
  }

  async function ask(key: string, signal: CancelSignal): Promise<ApprovalDecision> {
    const { says = 'once', saysAfter = 0 } = scripted.get(key) ?? {};
    if (says === 'never') return new Promise(() => undefined);
    if (saysAfter > 0) await clock.sleep(saysAfter);
    tick();
    if (says === 'fail') throw new Error('the dialog broke');
    void signal;
    return says === 'deny' ? { deny: true, reason: 'not now' } : { allow: says, ticket: `ticket ${key}` };
  }

  const aborter = new AbortController();

  return {
    ports,
    clock,
    messages,
    records,
    happenings,
    outputs,
    logged,
    started,
    called,
    queued,
    rules,
    state,
    onTick,
    timers,
    factsOf,
    cancel: () => aborter.abort(),
    /** Runs to the end and returns all events. */
    async run(input: Partial<RunInput> = {}): Promise<RunEvent[]> {
      const events: RunEvent[] = [];
      const read = async (): Promise<RunEvent[]> => {
        for await (const event of runAgent(ports, {
          run: 'r1',
          after: messages.at(-1)?.id ?? null,
          signal: aborter.signal,
          ...input,
        }))
          events.push(event);
        return events;
      };
      return clock.finish(read());
    },
  };
}

export type World = ReturnType<typeof createWorld>;

export function userMessage(text: string, id: string): HistoryMessage & RunMessage {
  return { id, role: 'user', parts: [{ type: 'text', text }] };
}

/** Appends a message to the path, as storage would. */
export function place(
  messages: (HistoryMessage & { id: string })[],
  message: RunMessage,
  source: string | undefined,
): void {
  const { id, role, parts, stop } = message;
  messages.push({
    id,
    role,
    parts: structuredClone(parts),
    ...(stop && { stop }),
    ...(role === 'assistant' && { origin: originOf(source ?? 'anthropic-adaptive') }),
  });
}

/** The parts of a scripted answer. */
export function partsOf(
  { source = 'anthropic-adaptive', thinks, text, calls = [] }: ScriptedStep,
  step: number,
): Part[] {
  const signature = Buffer.from(`signature of step ${step}`).toString('base64');
  return [
    ...(thinks
      ? [{ type: 'thinking' as const, text: `thought ${step}`, ...(source.startsWith('anthropic') && { signature }) }]
      : []),
    ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
    ...calls.map(({ tool, args, rawArgs, id }, index): ToolCallPart => ({
      type: 'tool_call',
      id: id ?? `call_${step}_${index}`,
      name: tool,
      args: args ?? { step, index },
      ...(rawArgs !== undefined && { rawArgs }),
    })),
  ];
}

function callOf({ calls = [] }: ScriptedStep, parts: readonly Part[], index: number): ScriptedCall {
  const ordinal = parts.slice(0, index).filter(({ type }) => type === 'tool_call').length;
  return calls[ordinal] ?? { tool: 'none' };
}

function* eventsOf(part: Part, index: number) {
  if (part.type === 'tool_call') {
    const json = part.rawArgs ?? JSON.stringify(part.args);
    yield { type: 'part_start' as const, index, part: { ...part, args: {} } };
    yield { type: 'args_delta' as const, index, delta: json.slice(0, 3) };
    yield { type: 'args_delta' as const, index, delta: json.slice(3) };
  } else if (part.type === 'text') {
    yield { type: 'part_start' as const, index, part: { type: 'text' as const, text: '' } };
    yield { type: 'text_delta' as const, index, delta: part.text };
  } else yield { type: 'part_start' as const, index, part };
  yield { type: 'part_end' as const, index, part };
}

export function recordsOf(events: readonly RunEvent[]): RunRecord[] {
  return events.flatMap((event) => (event.type === 'record' ? [event.record] : []));
}

export function endOf(events: readonly RunEvent[]): string {
  const last = events.at(-1);
  if (last?.type === 'broken_off') return 'broken_off';
  return last?.type === 'record' && last.record.type === 'run_ended' ? last.record.reason.kind : 'no end';
}

export function resultsOf(messages: readonly HistoryMessage[]): string[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool_result' ? [part.text] : [])));
}

/** Effects that happened before the record announcing them was stored. */
export function unannounced(happenings: readonly Happening[]): string[] {
  const stored = new Set<string>();
  return happenings.flatMap((event): string[] => {
    if (event.what === 'stored') {
      for (const mark of marksOf(event.record)) stored.add(mark);
      return [];
    }
    return needsOf(event).filter((mark) => !stored.has(mark));
  });
}

function marksOf(record: RunRecord): string[] {
  if (record.type === 'step_started') return [`step ${record.answerId}`];
  if (record.type === 'answered') return [`answer ${record.answerId}`];
  return 'call' in record ? [`${record.type} ${record.call}`] : [];
}

function needsOf(event: Happening): string[] {
  switch (event.what) {
    case 'asked the model':
      return [`step ${event.answerId}`];
    case 'asked the user':
      return [`answer ${event.key.split('#')[0]}`, `approval_asked ${event.key}`];
    case 'started':
      return [`answer ${event.key.split('#')[0]}`, `call_started ${event.key}`];
    default:
      return [];
  }
}
