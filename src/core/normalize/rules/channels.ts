import { derive } from '../../draft/derive.ts';
import {
  changeParts,
  type AssistantItem,
  type AssistantPart,
  type Draft,
  type RuleContext,
} from '../../draft/draft.ts';
import { splitChanneled } from '../../harmony-splitter.ts';

/**
 * Answers of gpt-oss that were stored or imported with its channels in the text (Z8): only what it said is sent. Its own
 * template refuses the tags in a history (d-inference PR#422, 2026-06), and others would read its thinking as an answer.
 */
export function splitChannels(draft: Draft, context: RuleContext): void {
  for (const item of draft.items) if (item.role === 'assistant') changeParts(item, context, withoutChannels);
}

function withoutChannels(placed: AssistantPart, _item: AssistantItem, context: RuleContext): AssistantPart {
  const { part, at } = placed;
  const segments = part.type === 'text' ? splitChanneled(part.text) : null;
  if (part.type !== 'text' || !segments) return placed;
  const said = derive(part, 'said', () => ({ ...part, text: saidIn(segments) }));
  if (said.text === part.text) return placed;
  context.notes.add('drop-unusable-thinking', at);
  return { part: said, at };
}

function saidIn(segments: NonNullable<ReturnType<typeof splitChanneled>>): string {
  return segments.flatMap(({ type, text }) => (type === 'text' ? text : [])).join('');
}
