import type { Conversation, Turn } from '../base/conversation.ts';
import { isObject, type Json, objects, text } from '../base/json.ts';
import { parseJson } from '../wire/parse-json.ts';
import type { ChatDialect } from './dialect.ts';
import type { ChatModel } from './models.ts';

export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return objects(content)
    .filter((part) => part.type === 'text')
    .map((part) => text(part.text))
    .join('\n\n');
}

const functionOf = (call: Json): Json => (isObject(call.function) ? call.function : {});

export function readConversation(body: Json, model: ChatModel, dialect: ChatDialect): Conversation {
  const names = new Map<string, string>();
  const turns: Turn[] = [];
  const system: string[] = [];
  for (const message of objects(body.messages)) {
    if (message.role === 'system' || message.role === 'developer') {
      system.push(contentText(message.content));
      continue;
    }
    const calls = objects(message.tool_calls);
    for (const call of calls) names.set(text(call.id), text(functionOf(call).name));
    const isResult = message.role === 'tool';
    const shown = contentText(message.content);
    turns.push({
      role: message.role === 'assistant' ? 'assistant' : 'user',
      text: isResult ? '' : shown,
      calls: calls.map((call) => ({
        name: text(functionOf(call).name),
        args: parseJson(text(functionOf(call).arguments)),
      })),
      results: isResult ? [{ name: names.get(text(message.tool_call_id)) ?? 'tool', text: shown, failed: false }] : [],
      attachments: objects(message.content).filter((part) => part.type === 'image_url' || part.type === 'file').length,
    });
  }
  const choice = body.tool_choice;
  const limit = body.max_completion_tokens ?? body.max_tokens;
  return {
    model: model.id,
    label: model.label,
    system: system.join('\n'),
    turns,
    tools:
      choice === 'none'
        ? []
        : objects(body.tools)
            .filter((tool) => !dialect.ownTools?.has(text(tool.type)))
            .map(functionOf)
            .map((tool) => ({ name: text(tool.name), description: text(tool.description), schema: tool.parameters })),
    forced: isObject(choice) ? text(functionOf(choice).name) : choice === 'required' ? '*' : null,
    json: jsonOf(body.response_format),
    thinks: dialect.thinks(body, model),
    pauses: false,
    paused: null,
    // Where there are none that are asked for by name, the server searches when it likes to.
    ownTools: dialect.ownTools
      ? new Set(objects(body.tools).flatMap((tool) => dialect.ownTools?.get(text(tool.type)) ?? []))
      : new Set(['search']),
    citable: [],
    interleaves: true,
    pictures: false,
    maxOutput: typeof limit === 'number' ? limit : null,
  };
}

function jsonOf(format: unknown): Conversation['json'] {
  if (!isObject(format) || (format.type !== 'json_schema' && format.type !== 'json_object')) return null;
  return isObject(format.json_schema) && isObject(format.json_schema.schema) ? format.json_schema.schema : true;
}
