import { derive } from '../../draft/derive.ts';
import type { AssistantItem, AssistantPart, Draft, RuleContext, SourcedPart } from '../../draft/draft.ts';
import { hasCalls } from '../../draft/draft.ts';
import type { TextPart } from '../../message.ts';
import { serverCallsIn, type PlacedServerCall } from '../../server-tools/server-calls.ts';
import { serverCallText, SourceNumbers } from '../base/server-call-texts.ts';

/** An answer with calls whose results are still to come. */
interface Waiting {
  item: AssistantItem;
  index: number;
  waiting: PlacedServerCall[];
}

/**
 * A tool of the vendor's own that was called together with tools of the user has its result at the start of the next
 * answer (W1). Both halves are there, or the next answer is the one that is requested now; otherwise what is there
 * becomes text.
 */
export function pairAcrossAnswers(draft: Draft, context: RuleContext): void {
  let before: Waiting | null = null;
  const giveUp = (left: Waiting | null) => {
    if (!left) return;
    draft.reopened ||= left.index < draft.done;
    toText(left.item, left.waiting, context);
  };
  let index = -1;
  for (const item of draft.items) {
    index++;
    if (item.role === 'user') {
      // Only results may come between the halves.
      giveUp(before);
      before = null;
      continue;
    }
    if (!item.parts.some(({ part }) => part.type === 'vendor_block')) {
      giveUp(before);
      before = null;
      continue;
    }
    const calls = serverCallsIn(item.parts.map(({ part }) => part));
    const answers = calls.filter(({ asked }) => asked === null);
    const isMatch: boolean = before !== null && sameIds(before, item, answers);
    if (!isMatch) {
      giveUp(before);
      if (answers.length > 0) {
        draft.reopened ||= index < draft.done;
        toText(item, answers, context);
      }
    }
    const waiting: PlacedServerCall[] =
      answers.length > 0 && !isMatch ? waitingIn(item) : calls.filter(({ found }) => found === null);
    before = waiting.length > 0 ? { item, index, waiting } : null;
  }
  // What runs at the vendor goes on only with the tools that it began with.
  const goesOn = context.dialect.vendorBlocks === 'all' && context.target.serverTools !== undefined;
  if (before && goesOn && hasCalls(before.item)) giveUp(withoutIds(before));
  else giveUp(before);
}

/** Calls that no result can name. `null` when every call has an id. */
function withoutIds({ item, index, waiting }: Waiting): Waiting | null {
  const nameless = waiting.filter(({ asked }) => idAt(item, asked, 'id') === null);
  return nameless.length > 0 ? { item, index, waiting: nameless } : null;
}

const waitingIn = (item: AssistantItem): PlacedServerCall[] =>
  serverCallsIn(item.parts.map(({ part }) => part)).filter(({ asked, found }) => asked !== null && found === null);

function sameIds(
  { item: earlier, waiting }: Waiting,
  item: AssistantItem,
  answers: readonly PlacedServerCall[],
): boolean {
  const calls = waiting.map(({ asked }) => idAt(earlier, asked, 'id'));
  const results = answers.map(({ found }) => idAt(item, found, 'tool_use_id'));
  return calls.length === results.length && calls.every((id) => id !== null && results.includes(id));
}

function idAt(item: AssistantItem, index: number | null, field: string): string | null {
  const part = index === null ? undefined : item.parts[index]?.part;
  if (part?.type !== 'vendor_block') return null;
  const { [field]: id } = JSON.parse(part.data) as Record<string, unknown>;
  return typeof id === 'string' ? id : null;
}

function toText(item: AssistantItem, calls: readonly PlacedServerCall[], context: RuleContext): void {
  const texts = new Map<number, SourcedPart<TextPart>>();
  for (const { call, asked, found } of calls) {
    const index = asked ?? found;
    const placed = index === null ? undefined : item.parts[index];
    if (index === null || !placed) continue;
    const text = serverCallText(call, new SourceNumbers([]), false);
    const make = (): TextPart => ({ type: 'text', text });
    context.notes.add(
      'server-call-to-text',
      placed.at,
      placed.part.type === 'vendor_block' ? placed.part.kind : undefined,
    );
    texts.set(index, { part: derive<object>(placed.part, `says ${text}`, make) as TextPart, at: placed.at });
  }
  item.parts = item.parts.map((placed, index): AssistantPart => texts.get(index) ?? placed);
}
