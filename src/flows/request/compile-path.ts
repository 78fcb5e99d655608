import { SplitList } from '#core/list-start.ts';
import type { HistoryMessage } from '#core/message.ts';
import type { CompileReport, NormalizedRequest, Note, Overlay, Target } from '#core/request.ts';
import { weightsFor } from '#core/window/token-weights.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { hasBytes, outlineMessage } from '#storage/hydrate-parts.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { StoredMessage } from '#storage/rows.ts';
import type { AIService } from '#vendors/base/base-ai-service.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { advanceYielding } from './advance-yielding.ts';
import { knownPath } from './known-path.ts';
import { loadHistory } from './load-history.ts';
import type { HistoryLimit } from './load-history.ts';
import { loadSummary } from './load-summary.ts';
import { outlineNormalizer } from './outline-normalizer.ts';
import { readMessage } from './read-message.ts';

/** Reads this many times what a request may hold, because the window is replayed from well before its start. */
const SURPLUS = 3;
/** Reads at least this many messages. */
const MIN_MESSAGES = 64;

export type CompileDeps = Pick<FlowDeps, 'db' | 'onUnreadableRow' | 'pictures' | 'pages' | 'onError'>;

export interface PathToCompile {
  sessionId: string;
  /** Last stored message of the history. */
  leafId: string | null;
  /** Follows it and is not stored. */
  next?: StoredMessage;
  overlays: readonly Overlay[];
  /** Reads the path to its start, however much of it the target can take. */
  fullPath?: true;
}

export interface CompiledPath {
  request: NormalizedRequest;
  report: CompileReport;
  /** The messages that the indices in the report refer to. */
  messages: readonly StoredMessage[];
  /** The same messages as the engine read them. Only messages that the window keeps have bytes. */
  history: readonly HistoryMessage[];
}

interface OutlinedPath {
  messages: SplitList<StoredMessage>;
  outline: SplitList<HistoryMessage>;
  /** Places of messages with images or files. */
  withBytes: readonly number[];
}

/** Reads the end of the path that can matter to the target, with placeholders for the bytes of images and files. */
export async function outlinePath(
  { db, onUnreadableRow }: { db: BatonDatabase; onUnreadableRow: OnUnreadableRow },
  { sessionId, leafId, next, overlays, fullPath }: PathToCompile,
  target: Target,
): Promise<OutlinedPath> {
  const end = await loadHistory(db, sessionId, leafId, fullPath ? EVERYTHING : reachOf(target), onUnreadableRow);
  const summary = await loadSummary(db, sessionId, end, overlays, onUnreadableRow);
  const before = summary ? SplitList.of([summary, ...end.all.filter(({ seq }) => seq > summary.seq)]) : end;
  const messages = next ? new SplitList(before.start, [...before.rest, next]) : before;
  const known = knownPath(messages.start);
  const rest = messages.rest.flatMap((message, at) => (hasBytes(message) ? [messages.start.length + at] : []));
  return {
    messages,
    outline: new SplitList(
      known.outlines,
      messages.rest.map((message) => outlineMessage(message)),
    ),
    withBytes: [...known.withBytes, ...rest],
  };
}

const EVERYTHING: HistoryLimit = { messages: Number.POSITIVE_INFINITY, tokens: Number.POSITIVE_INFINITY };

/** No limit, unless the user or the model's window sets one. */
function reachOf({ model, window, tokenFactor = 1 }: Target): HistoryLimit {
  const tokens = Math.min(model.contextWindow ?? Number.POSITIVE_INFINITY, window?.tokens ?? Number.POSITIVE_INFINITY);
  return {
    messages: Math.max(MIN_MESSAGES, SURPLUS * (window?.messages ?? Number.POSITIVE_INFINITY)),
    tokens: (SURPLUS * tokens) / tokenFactor,
    weights: weightsFor(model),
  };
}

/**
 * Compiles a path for a target. Reads the bytes of images and files only for the messages that the window keeps. Which
 * those are depends on their sizes alone.
 */
export async function compilePath(
  deps: CompileDeps,
  service: Pick<AIService, 'sanitizeMessages' | 'advance'>,
  path: PathToCompile,
  target: Target,
): Promise<CompiledPath> {
  const { overlays } = path;
  const { messages, outline, withBytes } = await outlinePath(deps, path, target);
  const advance = (history: readonly HistoryMessage[] | SplitList<HistoryMessage>) =>
    advanceYielding((from) => service.advance(history, overlays, target, { from }));
  if (withBytes.length === 0) {
    await advance(outline);
    return { ...service.sanitizeMessages(outline, overlays, target), messages: messages.all, history: outline.all };
  }
  // This only decides what fits. The vendor's rules can't be checked against placeholders for bytes.
  const normalizer = outlineNormalizer(path.sessionId, target);
  await advanceYielding((from) => normalizer.advance(outline, overlays, target, { from })?.to ?? null);
  const { report: outlined } = normalizer.normalize(outline, overlays, target);
  let left = new Set(outlined.droppedByWindow);
  let unread = withBytes;
  const history: HistoryMessage[] = [...outline.all];
  const notes: Note[] = [];
  for (;;) {
    for (const index of unread) {
      const message = messages.at(index);
      if (!message || left.has(index)) continue;
      const read = await readMessage(deps, target, message);
      history[index] = read.history;
      for (const note of read.notes) notes.push({ ...note, message: index });
    }
    unread = unread.filter((index) => left.has(index));
    await advance(history);
    const { request, report } = service.sanitizeMessages(history, overlays, target);
    left = new Set(report.droppedByWindow);
    // Text that is smaller than its placeholder makes room for more, and no placeholder may be sent.
    if (unread.some((index) => !left.has(index))) continue;
    const all = notes.length === 0 ? report : { ...report, notes: [...report.notes, ...notes] };
    return { request, report: all, messages: messages.all, history };
  }
}
