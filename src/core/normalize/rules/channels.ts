import { derive } from '../../draft/derive.ts';
import {
  changeParts,
  type AssistantItem,
  type AssistantPart,
  type Draft,
  type RuleContext,
} from '../../draft/draft.ts';
import { HarmonySplitter } from '../../harmony-splitter.ts';

/**
 * Answers of gpt-oss that were stored or imported with its channels in the text (Z8): only what it said is sent. Its own
 * template refuses the tags in a history (d-inference PR#422, 2026-06), and others would read its thinking as an answer.
 */
export function splitChannels(draft: Draft, context: RuleContext): void {
  for (const item of draft.items) if (item.role === 'assistant') changeParts(item, context, withoutChannels);
}

const TAG = /^\s*<\|(?:channel|start)\|>/;

function withoutChannels(placed: AssistantPart, _item: AssistantItem, context: RuleContext): AssistantPart {
  const { part, at } = placed;
  if (part.type !== 'text' || !TAG.test(part.text)) return placed;
  const said = derive(part, 'said', () => ({ ...part, text: saidIn(part.text) }));
  if (said.text === part.text) return placed;
  context.notes.add('drop-unusable-thinking', at);
  return { part: said, at };
}

function saidIn(content: string): string {
  const splitter = new HarmonySplitter();
  const segments = [...splitter.push(content), ...splitter.flush()];
  return segments.flatMap(({ type, text }) => (type === 'text' ? text : [])).join('');
}
