import { createContext } from '../draft/create-context.ts';
import { draftOf, isCall, type Item, type RuleContext, type SourceIndex } from '../draft/draft.ts';
import { ForkedSet } from '../draft/forked-set.ts';
import { SeenState } from '../draft/seen-state.ts';
import { StepNotes } from '../draft/step-notes.ts';
import type { SplitList } from '../list-start.ts';
import type { HistoryMessage } from '../message.ts';
import { isOff } from '../preventive-hook.ts';
import type { Overlay, Target } from '../request.ts';
import type { Dialect } from '../vendors/base/dialect.ts';
import type { Places } from './base/message-places.ts';
import { MESSAGE_RULES } from './message-rules.ts';
import { HistoryReader } from './read-history.ts';
import { assignCallIds } from './rules/call-ids.ts';
import { stripByDecision } from './rules/opaque-state.ts';
import { renameCalls, type ToolNames } from './rules/tool-names.ts';
import { subjectsIn } from './subjects.ts';

/** How messages are read. The same for every piece of a history. */
export interface Reading {
  target: Target;
  dialect: Dialect;
  overlays: readonly Overlay[];
  /** Messages that leave no trace. */
  absent: ReadonlySet<number>;
  /** Index of the last message whose state is left out by an earlier decision. */
  stripped: number;
  places: Places;
}

/**
 * Reads messages as the target can take them, each by itself: the first half of a compile. What is read stays as it is
 * however the conversation goes on, so a longer history needs only its new messages read.
 */
export class MessageReader {
  readonly items: Item[] = [];
  readonly notes = new StepNotes();
  /** Names for the tools that are offered, and for those that the messages call. */
  readonly names: ToolNames;
  /** Where each tool is called first, by its name on the wire. */
  readonly calls: Map<string, SourceIndex>;
  readonly #history: HistoryReader;
  readonly #seen: RuleContext['seen'];

  constructor(names: ToolNames, before: MessageReader | null = null) {
    this.names = names;
    this.calls = new Map(before?.calls);
    this.#history = new HistoryReader(before ? before.#history : null);
    this.#seen = {
      opaqueState: new SeenState(before ? before.#seen.opaqueState : null),
      callIds: new ForkedSet(before ? before.#seen.callIds : null),
    };
  }

  /** A reader that continues here and leaves this one as it is. */
  fork(): MessageReader {
    return new MessageReader(this.names.copy(), this);
  }

  /**
   * Reads the messages from `from` up to `end`. Returns `false` when one of them changes how an earlier one is read; the
   * reader can't be used after that.
   */
  read(history: SplitList<HistoryMessage>, from: number, end: number, reading: Reading): boolean {
    const { target, dialect, overlays, absent, stripped } = reading;
    const context = createContext({ target, dialect, overlays, seen: this.#seen }, this.notes);
    const items = this.#history.read(history, { from, end }, context, absent);
    if (!items) return false;
    const draft = draftOf(items);
    context.notes.begin('decisions');
    stripByDecision(draft, context, stripped);
    const subjects = subjectsIn(items);
    for (const [index, { rule, about, hook }] of MESSAGE_RULES.entries()) {
      if (isOff(hook, target)) continue;
      context.notes.begin(`rule ${index}`);
      if (!about || about.some((subject) => subjects.has(subject))) rule(draft, context);
    }
    context.notes.begin('tool names');
    renameCalls(draft, context, this.names);
    context.notes.begin('call ids');
    assignCallIds(draft, context);
    for (const item of draft.items) {
      this.items.push(item);
      if (item.role === 'assistant')
        for (const placed of item.parts)
          if (isCall(placed) && !this.calls.has(placed.part.name)) this.calls.set(placed.part.name, placed.at);
    }
    return true;
  }
}
