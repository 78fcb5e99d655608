import type {
  AssistantItem,
  AssistantPart,
  Draft,
  Item,
  SourcedPart,
  RuleContext,
  UserPart,
} from '../../draft/draft.ts';
import { toolCallsOf, isCall } from '../../draft/draft.ts';
import { callAsText, resultAsText } from '../base/texts.ts';

/** Gives a model without tools its calls and results as text (Ollama L1). */
export function flattenTools(draft: Draft, context: RuleContext): void {
  if (context.target.model.tools) return;
  draft.items = draft.items.flatMap((item): Item[] => (item.role === 'user' ? [item] : flatten(item, context)));
}

function flatten(item: AssistantItem, context: RuleContext): Item[] {
  const calls = toolCallsOf(item);
  if (calls.length === 0) return [item];
  const results = calls.flatMap(({ part, result }): SourcedPart<UserPart>[] => {
    if (!result) return [];
    const { text, isError, images = [] } = result.part;
    context.notes.add('flatten-tool-call', result.at, part.name);
    const textPart: SourcedPart<UserPart> = {
      part: { type: 'text', text: resultAsText(part.name, text, isError ?? false) },
      at: result.at,
    };
    return [
      textPart,
      ...images.map((image): SourcedPart<UserPart> => ({ part: { type: 'image', ...image }, at: result.at })),
    ];
  });
  item.parts = item.parts.map((placed): AssistantPart => {
    if (!isCall(placed)) return placed;
    context.notes.add('flatten-tool-call', placed.at, placed.part.name);
    const text = callAsText(placed.part.name, JSON.stringify(placed.part.args));
    return { part: { type: 'text', text }, at: placed.at };
  });
  return [item, { role: 'user', message: item.message, parts: results, attached: true }];
}
