import type { Conversation, Turn } from '../base/conversation.ts';
import { isObject, type Json, objects, text } from '../base/json.ts';
import { blocksOf } from './blocks.ts';
import { declaredTools, openCall } from './server-tools.ts';
import type { AnthropicModel } from './models.ts';
import { INTERLEAVED_BETA } from './thinking-config-rules.ts';

function citableIn(body: Json): string[] {
  const documents = objects(body.messages)
    .flatMap(({ content }) => blocksOf(content))
    .filter((block) => block.type === 'document' && isObject(block.citations) && block.citations.enabled === true);
  return documents.map((block) => text(block.title));
}

const textOf = (content: unknown): string =>
  blocksOf(content)
    .filter((block) => block.type === 'text')
    .map((block) => text(block.text))
    .join('\n\n');

export function readConversation(body: Json, model: AnthropicModel, betas: ReadonlySet<string>): Conversation {
  const names = new Map<string, string>();
  const turns = objects(body.messages)
    .filter((message) => message.role !== 'system')
    .map((message): Turn => {
      const blocks = blocksOf(message.content);
      const calls = blocks.filter((block) => block.type === 'tool_use');
      for (const call of calls) names.set(text(call.id), text(call.name));
      return {
        role: message.role === 'assistant' ? 'assistant' : 'user',
        text: textOf(message.content),
        calls: calls.map((call) => ({ name: text(call.name), args: call.input })),
        results: blocks
          .filter((block) => block.type === 'tool_result')
          .map((block) => ({
            name: names.get(text(block.tool_use_id)) ?? 'tool',
            text: textOf(block.content),
            failed: block.is_error === true,
          })),
        attachments: blocks.filter((block) => block.type === 'image' || block.type === 'document').length,
      };
    });
  const thinking = isObject(body.thinking) ? body.thinking : null;
  const format = isObject(body.output_config) ? body.output_config.format : null;
  const choice = isObject(body.tool_choice) ? body.tool_choice : {};
  return {
    model: model.id,
    label: model.label,
    system: textOf(body.system),
    turns,
    tools:
      choice.type === 'none'
        ? []
        : objects(body.tools)
            .filter((tool) => isObject(tool.input_schema))
            .map((tool) => ({
              name: text(tool.name),
              description: text(tool.description),
              schema: tool.input_schema,
            })),
    forced: choice.type === 'tool' ? text(choice.name) : choice.type === 'any' ? '*' : null,
    json: isObject(format) ? (isObject(format.schema) ? format.schema : true) : null,
    pauses: true,
    paused: openCall(
      objects(body.messages).map(({ role, content }) => ({ role: text(role), blocks: blocksOf(content) })),
    ),
    ownTools: choice.type === 'none' ? new Set() : declaredTools(objects(body.tools)),
    citable: citableIn(body),
    thinks: thinking ? thinking.type !== 'disabled' : model.onByDefault,
    interleaves: model.adaptive || betas.has(INTERLEAVED_BETA),
    pictures: false,
    maxOutput: typeof body.max_tokens === 'number' ? body.max_tokens : null,
  };
}
