import type { Part, ToolCallPart, ToolResultPart } from '../../message.ts';
import { pairResults } from '../../pair-results.ts';
import { countDiff } from './count-diff.ts';
import { groupDeeds, type DeedGroup } from './group-deeds.ts';
import { readDeed, type Deed, type DeedEnd } from './read-deed.ts';
import { readTestCount, type TestCount } from './read-test-count.ts';

type WorkPart =
  | ToolCallPart
  | Pick<ToolResultPart, 'type' | 'callId' | 'name' | 'text' | 'isError' | 'outcome'>
  | { type: Exclude<Part['type'], 'tool_call' | 'tool_result'> };

/** What is needed of a message of a run. */
export interface WorkMessage {
  id: string;
  role: 'user' | 'assistant' | 'tool';
  parts: readonly WorkPart[];
  createdAt: number;
  completedAt?: number;
}

interface WorkStep {
  /** Id of its answer. */
  id: string;
  deeds: readonly Deed[];
}

export interface ChangedFile {
  path: string;
  created: boolean;
  /** Lines of all changes together; a line that was changed twice counts twice. */
  added: number;
  removed: number;
  /** The results don't hold all of the changes. */
  partial: boolean;
  /** The newest step that changed it. */
  step: string;
}

export interface RanCommand {
  command: string;
  /** How often it ran. All else is about the last time. */
  times: number;
  end: DeedEnd;
  ms: number | null;
  tests: TestCount | null;
  step: string;
}

/** What a run did, from its first step to its last. */
export interface WorkReport {
  steps: readonly WorkStep[];
  /** In the order in which they were first changed. */
  files: readonly ChangedFile[];
  commands: readonly RanCommand[];
  /** All that is in neither list. */
  rest: readonly DeedGroup[];
  /** Milliseconds of work, without interruptions. */
  ms: number;
}

interface DoneCall extends Deed {
  text: string;
  ms: number | null;
  shortened: boolean;
}

/** The calls of one answer, with what became of them. */
function callsOf(answer: WorkMessage, results: readonly WorkMessage[]): DoneCall[] {
  const texts = results.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool_result'));
  const { of } = pairResults(answer.parts, texts);
  return answer.parts.flatMap((part) => {
    if (part.type !== 'tool_call') return [];
    const result = of.get(part);
    const outcome = result
      ? (result.outcome ?? { status: result.isError ? ('error' as const) : ('ok' as const) })
      : null;
    return [
      {
        ...readDeed(part, outcome),
        text: result?.text ?? '',
        ms: outcome?.ms ?? null,
        shortened: outcome?.shortened !== undefined,
      },
    ];
  });
}

/** What the calls of one answer did. */
export const deedsOf = (answer: WorkMessage, results: readonly WorkMessage[]): Deed[] =>
  callsOf(answer, results).map(({ kind, what, end }) => ({ kind, what, end }));

/** Milliseconds from the start of an answer to its last result, without interruptions: one may have lasted all night. */
export function stepMs(answer: WorkMessage, results: readonly WorkMessage[]): number {
  const last = results
    .filter(({ parts }) => parts.every((part) => part.type !== 'tool_result' || part.outcome?.status !== 'interrupted'))
    .reduce((end, { completedAt = end }) => Math.max(end, completedAt), answer.completedAt ?? answer.createdAt);
  return Math.max(0, last - answer.createdAt);
}

function changeFile(files: Map<string, ChangedFile>, { what, text, shortened }: DoneCall, step: string): void {
  const diff = countDiff(text);
  const before = files.get(what);
  files.set(what, {
    path: what,
    created: before?.created ?? diff?.created ?? false,
    added: (before?.added ?? 0) + (diff?.added ?? 0),
    removed: (before?.removed ?? 0) + (diff?.removed ?? 0),
    partial: (before?.partial ?? false) || diff === null || diff.partial || shortened,
    step,
  });
}

/** Each answer with the messages that hold its results. */
function stepsOf(messages: readonly WorkMessage[]): { answer: WorkMessage; results: WorkMessage[] }[] {
  const steps: { answer: WorkMessage; results: WorkMessage[] }[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') steps.push({ answer: message, results: [] });
    else if (message.role === 'tool') steps.at(-1)?.results.push(message);
  }
  return steps;
}

/** Reports what the answers of a path did. Other messages between them are passed over. */
export function reportWork(messages: readonly WorkMessage[]): WorkReport {
  const steps: WorkStep[] = [];
  const files = new Map<string, ChangedFile>();
  const commands = new Map<string, RanCommand>();
  const rest: Deed[] = [];
  let ms = 0;
  for (const { answer, results } of stepsOf(messages)) {
    ms += stepMs(answer, results);
    const calls = callsOf(answer, results);
    if (calls.length > 0)
      steps.push({ id: answer.id, deeds: calls.map(({ kind, what, end }) => ({ kind, what, end })) });
    for (const call of calls) {
      const { kind, what, end, text } = call;
      if (end === 'done' && (kind === 'edit' || kind === 'write')) changeFile(files, call, answer.id);
      else if (kind === 'run' && (end === 'done' || end === 'failed')) {
        const times = (commands.get(what)?.times ?? 0) + 1;
        commands.set(what, { command: what, times, end, ms: call.ms, tests: readTestCount(text), step: answer.id });
      } else rest.push(call);
    }
  }
  return { steps, files: [...files.values()], commands: [...commands.values()], rest: groupDeeds(rest), ms };
}
