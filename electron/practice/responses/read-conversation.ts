import type { Conversation, OwnTool, Turn } from '../base/conversation.ts';
import { isObject, type Json, objects, text } from '../base/json.ts';
import { parseJson } from '../wire/parse-json.ts';
import type { ResponsesModel } from './models.ts';

/** Returns `input` as items; a plain string is one user message. */
export const itemsOf = (input: unknown): Json[] =>
  typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : objects(input);

export const typeOf = (item: Json): string => text(item.type) || 'message';

const TEXTS: ReadonlySet<unknown> = new Set(['input_text', 'output_text', 'text']);
const FILES: ReadonlySet<unknown> = new Set(['input_image', 'input_file']);

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return objects(content)
    .map((part) => (TEXTS.has(part.type) ? text(part.text) : text(part.refusal)))
    .filter((one) => one !== '')
    .join('\n\n');
}

const EMPTY: Omit<Turn, 'role'> = { text: '', calls: [], results: [], attachments: 0 };

export function readConversation(body: Json, model: ResponsesModel): Conversation {
  const names = new Map<string, string>();
  const system = [text(body.instructions)];
  const turns: Turn[] = [];
  // Consecutive calls are one round; so are a text and the calls after it.
  const assistant = (): Turn => {
    const last = turns.at(-1);
    if (last?.role === 'assistant') return last;
    const turn: Turn = { ...EMPTY, calls: [], results: [], role: 'assistant' };
    turns.push(turn);
    return turn;
  };
  for (const item of itemsOf(body.input)) {
    switch (typeOf(item)) {
      case 'message': {
        const shown = contentText(item.content);
        if (item.role === 'system' || item.role === 'developer') system.push(shown);
        else if (item.role === 'assistant') assistant().text += shown;
        else
          turns.push({
            ...EMPTY,
            role: 'user',
            text: shown,
            attachments: objects(item.content).filter((part) => FILES.has(part.type)).length,
          });
        break;
      }
      case 'function_call':
        names.set(text(item.call_id), text(item.name));
        assistant().calls.push({ name: text(item.name), args: parseJson(text(item.arguments)) });
        break;
      case 'function_call_output':
        turns.push({
          ...EMPTY,
          role: 'user',
          results: [{ name: names.get(text(item.call_id)) ?? 'tool', text: contentText(item.output), failed: false }],
        });
        break;
      default:
    }
  }
  const choice = body.tool_choice;
  const reasoning = isObject(body.reasoning) ? body.reasoning : {};
  return {
    model: model.id,
    label: model.label,
    system: system.filter((one) => one !== '').join('\n'),
    turns,
    tools:
      choice === 'none'
        ? []
        : objects(body.tools)
            .filter((tool) => tool.type === 'function')
            .map((tool) => ({ name: text(tool.name), description: text(tool.description), schema: tool.parameters })),
    forced: isObject(choice) ? text(choice.name) : choice === 'required' ? '*' : null,
    json: jsonOf(isObject(body.text) ? body.text.format : null),
    thinks: model.efforts.length > 0 && reasoning.effort !== 'none',
    pauses: false,
    paused: null,
    ownTools: choice === 'none' ? new Set() : ownToolsOf(objects(body.tools)),
    citable: [],
    interleaves: true,
    pictures: choice !== 'none' && objects(body.tools).some((tool) => tool.type === 'image_generation'),
    maxOutput: typeof body.max_output_tokens === 'number' ? body.max_output_tokens : null,
  };
}

/** The tools that the server runs, by the types that declare them (SDK types 7.55.0; docs.x.ai, tools, 2026). */
function ownToolsOf(tools: readonly Json[]): Set<OwnTool> {
  const types = new Set(tools.map(({ type }) => type));
  const own = new Set<OwnTool>();
  if (types.has('web_search') || types.has('web_search_2025_08_26')) own.add('search').add('fetch');
  if (types.has('code_interpreter')) own.add('run');
  return own;
}

function jsonOf(format: unknown): Conversation['json'] {
  if (!isObject(format) || (format.type !== 'json_schema' && format.type !== 'json_object')) return null;
  return isObject(format.schema) ? format.schema : true;
}
