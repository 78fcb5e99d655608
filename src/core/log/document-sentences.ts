import type { HistoryMessage } from '../message.ts';
import type { CompileReport, NormalizedRequest, Note, Target } from '../request.ts';
import { messagesOf } from '../normalize/base/request-messages.ts';
import { SENTENCES } from './document-levels.ts';

/** A log line: the sentence of the documents, and its figures. */
interface Said {
  event: string;
  data: Readonly<Record<string, unknown>>;
}

interface Compiled {
  history: readonly HistoryMessage[];
  request: NormalizedRequest;
  report: CompileReport;
  target: Pick<Target, 'vendor' | 'model' | 'window'>;
}

/** Notes of a report that correspond to a sentence of the documents, whatever is done about them. */
const RULES = {
  incompleteCall: new Set(['drop-cut-call', 'missing-result']),
  strayResult: new Set(['orphan-result-to-text', 'duplicate-result-to-text', 'drop-repeated-result']),
  omitted: new Set(['leave-out-part']),
} as const;

/** Rules of the linter about pairs of call and result at Anthropic, by the unpaired side. */
const PAIRING: Readonly<Record<string, 'unmatchedToolUses' | 'unmatchedToolResults'>> = {
  A10: 'unmatchedToolUses',
  A11: 'unmatchedToolResults',
  A12: 'unmatchedToolResults',
};

/** Lines of one sentence for one request. */
const MAX_LINES = 20;

/**
 * What the documents would log about a request, in their order: selecting messages, the end of tool chains, the check
 * before the call. Figures and ids only.
 */
export function documentSentences(compiled: Compiled): Said[] {
  const { history, report } = compiled;
  const omitted = new Set([...report.droppedByWindow, ...(report.silent ?? [])]);
  const through = report.replaced?.through ?? -1;
  const isSent = (index: number): boolean => index > through && !omitted.has(index);
  const notes = report.notes.filter(({ message }) => message !== undefined && isSent(message));
  return [
    ...aboutWindow(compiled),
    ...incompleteCalls(history, notes),
    ...skippedResults(history, notes),
    ...atBeginning(history, isSent, notes),
    ...aboutTail(compiled, isSent, notes),
    ...violations(compiled),
  ];
}

type IsSent = (index: number) => boolean;

function aboutWindow({ history, report, target: { vendor, model, window } }: Compiled): Said[] {
  const { droppedByWindow: dropped, tokens, budget, notes } = report;
  if (budget === null) {
    const event = `${SENTENCES.unknownModel[1]} ${vendor}, model: ${model.id}. Returning all messages.`;
    return [{ event, data: {} }];
  }
  if (dropped.length === 0) return [];
  const chain = dropped.some((index) => history[index]?.parts.some(({ type }) => type.startsWith('tool_')));
  const data = { originalSelected: history.length - dropped.length, contextWindow: budget, totalTokens: tokens };
  const counted = Number.isFinite(window?.messages ?? Number.POSITIVE_INFINITY);
  return [
    ...(chain || notes.some(({ rule }) => RULES.omitted.has(rule)) ? [{ event: SENTENCES.adjusting[1], data }] : []),
    // When the user limits messages, the tokens did not run out.
    ...(counted ? [] : [{ event: `${SENTENCES.limit[1]} Total tokens: ${tokens}, Safe window: ${budget}`, data: {} }]),
  ];
}

function incompleteCalls(history: readonly HistoryMessage[], notes: readonly Note[]): Said[] {
  const of = byMessage(notes, RULES.incompleteCall);
  return lines(SENTENCES.incomplete[1], [...of], ([index, found]) => {
    const ids = (rule: string): string[] =>
      found.flatMap((note) => (note.rule === rule ? [idOf(history, index, note.part)] : []));
    const totalCount = callsIn(history[index]);
    return {
      messageId: messageIdOf(history, index),
      removedToolIds: ids('drop-cut-call'),
      // The documents remove these too. Baton answers them with an error, so that the model knows.
      closedToolIds: ids('missing-result'),
      completedCount: totalCount - found.length,
      totalCount,
    };
  });
}

function skippedResults(history: readonly HistoryMessage[], notes: readonly Note[]): Said[] {
  const strays = notes.filter(({ rule }) => RULES.strayResult.has(rule));
  const id = ({ message = 0, part = 0 }: Note): string | undefined => {
    const found = history[message]?.parts[part];
    return found?.type === 'tool_result' && found.callId?.trim() !== '' ? found.callId : undefined;
  };
  const withId = strays.filter((note) => id(note) !== undefined);
  const without = strays.filter((note) => id(note) === undefined);
  const messageId = ({ message = 0 }: Note): string => messageIdOf(history, message);
  return [
    ...lines(SENTENCES.withoutId[1], without, (note) => ({ messageId: messageId(note) })),
    ...lines(SENTENCES.skipped[1], withId, (note) => ({ messageId: messageId(note), toolCallId: id(note) })),
  ];
}

function atBeginning(history: readonly HistoryMessage[], isSent: IsSent, notes: readonly Note[]): Said[] {
  const removed = new Set(
    notes.flatMap(({ rule, message }) => (RULES.strayResult.has(rule) || RULES.omitted.has(rule) ? [message] : [])),
  );
  const leading: string[] = [];
  for (const [index, message] of history.entries()) {
    if (!isSent(index)) continue;
    if (message.role !== 'tool' || !removed.has(index)) break;
    leading.push(message.id ?? `${index}`);
  }
  return lines(SENTENCES.beginning[1], leading, (messageId) => ({ messageId }));
}

function aboutTail({ history, request, target }: Compiled, isSent: IsSent, notes: readonly Note[]): Said[] {
  if (target.vendor !== 'anthropic') return [];
  let pendingToolUses = 0;
  for (const [index, message] of history.entries()) if (isSent(index)) pendingToolUses += callsIn(message);
  const incomplete = notes.filter(({ rule }) => RULES.incompleteCall.has(rule)).length;
  const data = {
    originalMessages: history.length,
    processedMessages: messagesOf(request).length,
    pendingToolUses,
    completedToolUses: pendingToolUses - incomplete,
  };
  return [{ event: SENTENCES.completed[1], data }];
}

/** The linter's findings are either repaired or keep the request from being sent. Both are logged. */
function violations({ history, report, target }: Compiled): Said[] {
  if (target.vendor !== 'anthropic') return [];
  const found = { unmatchedToolUses: [] as string[], unmatchedToolResults: [] as string[] };
  const details = report.notes.flatMap(({ rule, detail = '' }) => (rule === 'lint-repair' ? [detail] : []));
  for (const message of [...details, report.problem?.message ?? '']) {
    const [, rule = '', path = ''] = /^(\w+) (\S+): /.exec(message) ?? [];
    const kind = PAIRING[rule];
    if (kind) found[kind].push(path);
  }
  if (found.unmatchedToolUses.length + found.unmatchedToolResults.length === 0) return [];
  return [{ event: SENTENCES.violation[1], data: { ...found, totalMessages: history.length } }];
}

function lines<T>(event: string, all: readonly T[], data: (one: T) => Said['data']): Said[] {
  const more = all.length - MAX_LINES;
  return all
    .slice(0, MAX_LINES)
    .map((one, index) => ({ event, data: { ...data(one), ...(index === MAX_LINES - 1 && more > 0 && { more }) } }));
}

function byMessage(notes: readonly Note[], rules: ReadonlySet<string>): Map<number, Note[]> {
  return Map.groupBy(
    notes.filter(({ rule }) => rules.has(rule)),
    ({ message = 0 }) => message,
  );
}

function callsIn(message: HistoryMessage | undefined): number {
  let count = 0;
  if (message?.role === 'assistant') for (const { type } of message.parts) if (type === 'tool_call') count++;
  return count;
}

function idOf(history: readonly HistoryMessage[], message: number, part = 0): string {
  const found = history[message]?.parts[part];
  return found?.type === 'tool_call' ? found.id : '';
}

function messageIdOf(history: readonly HistoryMessage[], index: number): string {
  return history[index]?.id ?? `${index}`;
}
