import { inlineContextFiles } from '../draft/context-files.ts';
import { createContext } from '../draft/create-context.ts';
import type { RuleContext } from '../draft/draft.ts';
import { StepNotes } from '../draft/step-notes.ts';
import type { SplitList } from '../list-start.ts';
import type { HistoryMessage } from '../message.ts';
import type { Note, Overlay, Target } from '../request.ts';
import { dialectFor } from './base/dialects.ts';
import { applyOverlays } from './base/apply-overlays.ts';
import type { Places } from './base/message-places.ts';
import { overlaysFor, stripThrough } from './base/overlays.ts';
import { applyExclusions, noteExclusions } from './exclusions.ts';
import type { Reading } from './message-reader.ts';
import { outputLimit } from './output-limit.ts';
import { ToolNames } from './rules/tool-names.ts';
import { offerTools } from './rules/tools.ts';
import { refusedBlocks } from './rules/vendor-blocks.ts';
import { isSameOrigin } from './same-origin.ts';
import { applySummary, hasSummary, type SummarizedHistory } from './summaries.ts';
import { withLearnedFacts } from './with-learned-facts.ts';

/** The step before the messages are read. */
export const HEAD = 'head';

/** What a request is made from, before its messages are read. */
export interface BegunRequest {
  /** With what was learned of it. */
  target: Target;
  learned: Note[];
  own: StepNotes;
  context: RuleContext;
  tools: ReturnType<typeof offerTools>;
  /** Names of the tools of the target. */
  offered: readonly string[];
  requestedOutput: number;
  /** The history without what the user excluded; `null` without overlays. */
  included: ReturnType<typeof applyExclusions> | null;
  absent: ReadonlySet<number>;
  replaced: SummarizedHistory['replaced'];
  /** The history as overlays and summary show it from a message on. */
  shownFrom: (index: number) => SplitList<HistoryMessage>;
  reading: Reading;
}

const NONE: ReadonlySet<number> = new Set();

export function beginRequest(
  history: SplitList<HistoryMessage>,
  given: readonly Overlay[],
  requestedTarget: Target,
  places: Places,
): BegunRequest {
  const overlays = overlaysFor(given, requestedTarget);
  const isPlain = overlays.length === 0;
  const { target, notes: learned } = isPlain
    ? { target: requestedTarget, notes: [] }
    : withLearnedFacts(requestedTarget, overlays, history, places);
  const dialect = dialectFor(target);
  const own = new StepNotes();
  const context = createContext({ target, dialect, overlays }, own);
  context.notes.begin(HEAD);
  const specs = target.tools ?? [];
  const offered = specs.map((spec) => spec.name);
  const tools = offerTools(specs, context, new ToolNames(offered, dialect));
  const requestedOutput = outputLimit(target, context);

  const included = isPlain ? null : applyExclusions(history, overlays, places);
  const summarized = included && hasSummary(overlays) ? applySummary(history, overlays, places, included.absent) : null;
  const shownFrom = (from: number) => {
    const shown = included ? applyOverlays(included.show(from), included.overlays, places, from) : history;
    const whole = inlineContextFiles(shown, from);
    return summarized ? summarized.show(whole, from) : whole;
  };
  const absent = summarized?.absent ?? included?.absent ?? NONE;
  const replaced = summarized?.replaced ?? null;
  if (replaced) {
    const summaryDetail = replaced.through < 0 ? undefined : `of ${replaced.through + 1} messages`;
    context.notes.add('use-summary', { message: replaced.summary }, summaryDetail);
  }
  if (included) noteExclusions(history, included, absent, context);
  const strips = included ? stripThrough(places, overlays, target.vendor) : -1;
  const older = dialect.chat.newestReasoning ? newestReasoning(history, context) - 1 : -1;
  const stripped = refusedBlocks(context).has('thinking') ? history.length : Math.max(strips, older);
  return {
    target,
    learned,
    own,
    context,
    tools,
    offered,
    requestedOutput,
    included,
    absent,
    replaced,
    shownFrom,
    reading: { target, dialect, overlays, absent, stripped, places },
  };
}

/** Index of the last answer whose reasoning the target can read; -1 without one. */
function newestReasoning(history: SplitList<HistoryMessage>, { target, dialect }: RuleContext): number {
  for (let index = history.length - 1; index >= 0; index--) {
    const message = history.at(index);
    const thinks = message?.parts.some(({ type }) => type === 'thinking');
    if (thinks && isSameOrigin(message?.origin, target, dialect)) return index;
  }
  return -1;
}
