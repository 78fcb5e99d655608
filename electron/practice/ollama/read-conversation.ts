import type { Conversation, Turn } from '../base/conversation.ts';
import { isObject, type Json, objects, text } from '../base/json.ts';
import type { OllamaModel } from './models.ts';

const functionOf = (call: Json): Json => (isObject(call.function) ? call.function : {});

export function readConversation(body: Json, model: OllamaModel): Conversation {
  const messages = objects(body.messages);
  const turns = messages
    .filter(({ role }) => role !== 'system')
    .map((message): Turn => {
      const isResult = message.role === 'tool';
      const content = text(message.content);
      return {
        role: message.role === 'assistant' ? 'assistant' : 'user',
        text: isResult ? '' : content,
        calls: objects(message.tool_calls).map((call) => ({
          name: text(functionOf(call).name),
          args: functionOf(call).arguments,
        })),
        results: isResult ? [{ name: text(message.tool_name) || 'tool', text: content, failed: false }] : [],
        attachments: Array.isArray(message.images) ? message.images.length : 0,
      };
    });
  const limit = isObject(body.options) ? body.options.num_predict : undefined;
  return {
    model: model.id,
    label: model.id,
    system: messages
      .filter(({ role }) => role === 'system')
      .map(({ content }) => text(content))
      .join('\n'),
    turns,
    tools: objects(body.tools)
      .map(functionOf)
      .map((tool) => ({ name: text(tool.name), description: text(tool.description), schema: tool.parameters })),
    forced: null,
    json: isObject(body.format) ? body.format : body.format === 'json' ? true : null,
    // A model that can think does, unless it is asked not to.
    thinks: model.think.length > 0 && body.think !== false,
    pauses: false,
    paused: null,
    ownTools: new Set(),
    citable: [],
    interleaves: true,
    pictures: false,
    maxOutput: typeof limit === 'number' && limit > 0 ? limit : null,
  };
}
