import { standardBase64 } from '../base64.ts';
import { type CommonView, readStrings, repeated } from './common-rules.ts';
import { dataUrlOf, isFilled, isObjectJson, type Json, list, object, objects, text } from './json.ts';
import type { WireRule } from './rule.ts';

interface Item {
  path: string;
  type: string;
  item: Json;
}

export interface ResponsesView extends CommonView {
  items: Item[];
}

export function viewResponses(body: Json): ResponsesView {
  const items = objects(body.input).map((item, index) => ({
    path: `input.${index}`,
    type: text(item.type) || 'message',
    item,
  }));
  const contents = items.flatMap(({ path, item }) =>
    [...objects(item.content), ...objects(item.output)].map((part, at) => ({ path: `${path}.${at}`, part })),
  );
  return {
    body,
    strings: readStrings(body),
    items,
    tools: objects(body.tools).flatMap((tool, index) =>
      tool.type === 'function' ? [{ path: `tools.${index}`, name: tool.name, schema: tool.parameters }] : [],
    ),
    calls: items
      .filter(({ type }) => type === 'function_call')
      .map(({ path, item }) => ({ path, id: item.call_id, name: item.name })),
    images: contents
      .filter(({ part }) => part.type === 'input_image')
      .map(({ path, part }) => ({ path, ...dataUrlOf(part.image_url) })),
  };
}

const PICTURE = 'image_generation_call';
const TYPES = new Set(['message', 'function_call', 'function_call_output', 'reasoning', PICTURE]);
/** Items of tools that the vendor runs itself. */
const OWN_ITEMS = new Set([
  'web_search_call',
  'code_interpreter_call',
  'x_search_call',
  'code_execution_call',
  'custom_tool_call',
]);
const DECLARED = new Set(['function', 'image_generation', 'web_search', 'code_interpreter', 'x_search']);
const FOLLOWERS = new Set(['reasoning', 'function_call', PICTURE, ...OWN_ITEMS]);
const ANY_ID = /^[a-z]+_[\w-]{1,61}$/;
const PREFIX: Readonly<Record<string, RegExp>> = {
  reasoning: /^rs_?[\w-]{1,61}$/,
  function_call: /^(fc|ctc)_?[\w-]{1,60}$/,
  message: /^msg_?[\w-]{1,60}$/,
  [PICTURE]: /^ig_?[\w-]{1,61}$/,
};

const isAssistant = ({ type, item }: Item): boolean => type === 'message' && item.role === 'assistant';

/** vendor-rules section 3, and X1-X2 where xAI uses the same protocol. */
export const RESPONSES_RULES: readonly WireRule<ResponsesView>[] = [
  {
    id: 'R0',
    message: 'input holds something the user or a tool said',
    check: ({ items }) =>
      items.some(({ type, item }) => (type === 'message' && item.role === 'user') || type === 'function_call_output')
        ? []
        : ['input'],
  },
  {
    id: 'R1',
    message: 'a reasoning item was provided without its required following item',
    check: ({ items }) =>
      items
        .filter((item, index) => {
          if (item.type !== 'reasoning') return false;
          const next = items[index + 1];
          return !next || !(FOLLOWERS.has(next.type) || isAssistant(next));
        })
        .map(({ path }) => path),
  },
  {
    id: 'R2',
    message: 'an item that keeps its server id needs its reasoning before it',
    check: ({ items }, { target }) => {
      if (target.model.thinking.kind === 'none') return [];
      const found: string[] = [];
      let reasoned = false;
      for (const one of items) {
        if (one.type === 'reasoning') reasoned = true;
        // Made without reasoning, it has its id all the same: it can't go without.
        else if (one.type === PICTURE) continue;
        else if (!OWN_ITEMS.has(one.type) && one.type !== 'function_call' && !isAssistant(one)) reasoned = false;
        else if (one.item.id !== undefined && !reasoned) found.push(one.path);
      }
      return found;
    },
  },
  {
    id: 'R3',
    message: 'a reasoning item carries its encrypted content',
    check: ({ items }) =>
      items
        .filter(
          ({ type, item }) =>
            type === 'reasoning' && (text(item.encrypted_content) === '' || !Array.isArray(item.summary)),
        )
        .map(({ path }) => path),
  },
  {
    id: 'R4',
    message: 'nothing refers to items on the server',
    check: ({ body, items }, { dialect }) => [
      ...(body.store === false ? [] : ['store']),
      ...['previous_response_id', 'conversation'].filter((key) => body[key] !== undefined),
      ...items
        .filter(({ type }) => !TYPES.has(type) && !(OWN_ITEMS.has(type) && dialect.vendorBlocks.includes(type)))
        .map(({ path }) => path),
    ],
  },
  {
    id: 'R5',
    message: 'item ids begin with rs, fc, msg or ig, and a picture has one',
    check: ({ items }) =>
      items
        .filter(({ type, item }) => {
          const isNeeded = type === PICTURE || OWN_ITEMS.has(type);
          return (item.id !== undefined || isNeeded) && !(PREFIX[type] ?? ANY_ID).test(text(item.id));
        })
        .map(({ path }) => path),
  },
  {
    id: 'R6',
    message: 'every function call has its output after it, and every output its call before it',
    check: ({ items }) => {
      const open = new Map<unknown, string>();
      const strays: string[] = [];
      for (const { path, type, item } of items) {
        if (type === 'function_call') open.set(item.call_id, path);
        else if (type === 'function_call_output' && !open.delete(item.call_id)) strays.push(path);
        // A later turn must not begin before the calls of this one have results.
        else if (type === 'message' && open.size > 0 && item.role === 'user') strays.push(path);
      }
      return [...strays, ...open.values()];
    },
  },
  {
    id: 'R7',
    message: 'duplicate item',
    check: ({ items }) =>
      repeated(
        items.filter(({ item }) => item.id !== undefined),
        ({ item }) => item.id,
      ),
  },
  {
    id: 'W9',
    message: 'a tool that the vendor runs is one that it has',
    check: ({ body }) =>
      objects(body.tools).flatMap(({ type }, index) =>
        DECLARED.has(text(type)) || type === undefined ? [] : [`tools.${index}`],
      ),
  },
  {
    id: 'W13',
    message: 'tools that the vendor runs are refused with the effort minimal',
    check: ({ body }) =>
      object(body.reasoning).effort === 'minimal'
        ? objects(body.tools).flatMap(({ type }, index) => (type === 'function' ? [] : [`tools.${index}`]))
        : [],
  },
  {
    id: 'R14',
    message: 'a picture that was made goes back whole',
    check: ({ items }) =>
      items
        .filter(
          ({ type, item }) =>
            type === PICTURE && (item.status !== 'completed' || standardBase64(text(item.result)) !== item.result),
        )
        .map(({ path }) => path),
  },
  {
    id: 'R10',
    message: 'assistant content is output_text, user content input_text, neither empty',
    check: ({ items }) => items.filter((item) => item.type === 'message' && !isMessage(item)).map(({ path }) => path),
  },
  {
    id: 'R10a',
    message: 'arguments are the JSON text of an object, outputs are not empty',
    check: ({ items }) =>
      items
        .filter(
          ({ type, item }) =>
            (type === 'function_call' && !isObjectJson(item.arguments)) ||
            (type === 'function_call_output' && !isFilled(item.output) && objects(item.output).length === 0),
        )
        .map(({ path }) => path),
  },
  {
    id: 'R10b',
    message: 'max_output_tokens is at least 16',
    check: ({ body }) =>
      body.max_output_tokens === undefined || Number(body.max_output_tokens) >= 16 ? [] : ['max_output_tokens'],
  },
  {
    id: 'R3i',
    message: 'a model that does not reason is asked for no reasoning',
    check: ({ body }, { target }) => {
      if (target.model.thinking.kind !== 'none') return [];
      // What the vendor's own tools found may be asked for (W2).
      const include = list(body.include).includes('reasoning.encrypted_content');
      return [...(include ? ['include'] : []), ...(body.reasoning === undefined ? [] : ['reasoning'])];
    },
  },
  {
    id: 'O8s',
    message: 'a model that reasons accepts no sampling parameters',
    check: ({ body }, { target }) => {
      const silent = target.model.thinking.kind === 'none' || object(body.reasoning).effort === 'none';
      if (silent || target.vendor !== 'openai') return [];
      return ['temperature', 'top_p'].filter((key) => body[key] !== undefined);
    },
  },
  {
    id: 'O8',
    message: 'this model has no such effort',
    check: ({ body }, { target }) => {
      const { effort } = object(body.reasoning);
      const { thinking } = target.model;
      if (effort === undefined) return [];
      return thinking.kind === 'effort' && thinking.efforts.includes(text(effort)) ? [] : ['reasoning.effort'];
    },
  },
];

function isMessage({ item }: Item): boolean {
  const { role, content } = item;
  if (!['user', 'assistant', 'system', 'developer'].includes(text(role))) return false;
  if (typeof content === 'string') return content.trim() !== '';
  const parts = objects(content);
  const textType = role === 'assistant' ? 'output_text' : 'input_text';
  const legal = role === 'user' ? new Set([textType, 'input_image', 'input_file']) : new Set([textType]);
  return (
    parts.length > 0 &&
    parts.every((part) => legal.has(text(part.type)) && (part.type !== textType || isFilled(part.text)))
  );
}
