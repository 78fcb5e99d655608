import { argsOf, linkedFile, openaiParts, toolResult } from '../base/blocks.ts';
import type { Fields } from '../base/fields.ts';
import { importedOrigin, rawPart, textPart, type ImportedMessage, type ImportedPart } from '../base/imported.ts';
import { count, firstText, isShape, shape, shapes, text, time, type Shape } from '../base/shape.ts';

/** Where a line is: its number, after the name of its file where that isn't the conversation's own. */
export type Place = number | string;

export interface Thread {
  startsWith(provider: string): void;
  /** A line with a type and a payload. */
  line(line: Shape, at: Place): void;
  /** An item of the Responses API, as `payload`. */
  item(line: Shape, at: Place): void;
  end(): { messages: ImportedMessage[]; opening: string; leafId: string | null };
}

/** What the program says to the model in the user's name, of which a model elsewhere can make nothing. */
const CONTEXT = /^\s*<(?:environment_context|turn_aborted)>/;

/** What isn't the beginning of a turn: also instructions of files, skills and commands that the user ran. */
const NO_TURN =
  /^\s*(?:<(?:environment_context|user_instructions|turn_aborted|user_shell_command|skill|subagent_notification)\b|# AGENTS\.md instructions)/;

/** Items become messages: those of an answer are one, and so are the results of its calls. */
export function createThread(fields: Fields): Thread {
  const messages: ImportedMessage[] = [];
  const names = new Map<string, string>();
  /** Where each turn of the path began. */
  const turns: (string | null)[] = [];
  let [provider, model, opening] = ['', '', ''];
  let end: string | null = null;
  /** The answer was counted, so what follows is another one. */
  let isCounted = false;
  let total = 0;

  const last = (): ImportedMessage | undefined => {
    const one = messages.at(-1);
    return one?.id === end ? one : undefined;
  };
  const add = (at: Place, createdAt: number | null, more: Pick<ImportedMessage, 'role' | 'parts'>): ImportedMessage => {
    const message: ImportedMessage = {
      id: `${at}`,
      parentId: end,
      createdAt,
      ...more,
      hollow: more.parts.length === 0,
    };
    messages.push(message);
    end = message.id;
    isCounted = false;
    return message;
  };
  const extend = (role: 'assistant' | 'tool', parts: ImportedPart[], at: Place, createdAt: number | null): void => {
    const before = last();
    if (before?.role === role && !isCounted) {
      before.parts.push(...parts);
      before.hollow = before.parts.length === 0;
      return;
    }
    if (parts.length === 0) return;
    const message = add(at, createdAt, { role, parts });
    const origin = role === 'assistant' && importedOrigin('codex', model, provider);
    if (origin) message.origin = origin;
  };
  const said = (parts: ImportedPart[], at: Place, createdAt: number | null): void => {
    const words = parts.find((part) => part.type === 'text')?.text ?? '';
    if (parts.some(({ type }) => type !== 'vendor_block') && !NO_TURN.test(words)) {
      turns.push(end);
      opening ||= titleIn(words);
    }
    add(at, createdAt, { role: 'user', parts });
  };

  const item = (raw: Shape, at: Place): void => {
    const line = fields.watch('message', raw);
    const payload = shape(line.payload);
    const kind = text(payload.type);
    const createdAt = time(line.timestamp);
    if (RESULTS.has(kind)) {
      const id = text(payload.call_id);
      return extend(
        'tool',
        resultParts(payload, { callId: id, name: firstText(payload.name, names.get(id)) }),
        at,
        createdAt,
      );
    }
    if (kind === 'message' && payload.role !== 'assistant') {
      const isUser = payload.role === 'user';
      return said(isUser ? userParts(payload) : rawPart('codex', text(payload.role), payload), at, createdAt);
    }
    if (kind === 'agent_message') return said(openaiParts('codex', payload.content), at, createdAt);
    const parts = answerParts(kind, payload);
    for (const part of parts) if (part.type === 'tool_call') names.set(part.id, part.name);
    extend('assistant', parts, at, createdAt);
  };

  const event = (payload: Shape, at: Place, createdAt: number | null): void => {
    switch (text(payload.type)) {
      case 'user_message':
        opening ||= titleIn(text(payload.message));
        return;
      case 'token_count': {
        const usage = shape(payload.info);
        const now = count(shape(usage.total_token_usage).total_tokens);
        // Repeated where only the limits of the account have changed.
        const answer = messages.findLast(({ role }) => role === 'assistant');
        if (now === total || !answer || answer.usage) return;
        total = now;
        answer.usage = usageOf(shape(usage.last_token_usage));
        isCounted = true;
        return;
      }
      case 'turn_aborted': {
        const answer = last();
        if (answer?.role === 'assistant') answer.stop = 'aborted';
        return;
      }
      case 'thread_rolled_back':
        for (let left = count(payload.num_turns); left > 0 && turns.length > 0; left--) end = turns.pop() ?? null;
        isCounted = true;
        return;
      case 'error': {
        const message = add(at, createdAt, { role: 'assistant', parts: [] });
        message.error = firstText(payload.message, 'error');
        message.hollow = false;
        return;
      }
      case 'item_completed': {
        // A plan has no item of its own where the answer doesn't repeat it.
        const plan = shape(payload.item);
        const isNew = !messages.some(({ parts }) =>
          parts.some((one) => one.type === 'text' && one.text.includes(text(plan.text))),
        );
        if (text(plan.type).toLowerCase() === 'plan' && isNew)
          extend('assistant', textPart(text(plan.text)), at, createdAt);
      }
    }
  };

  return {
    startsWith: (name) => void (provider = name),
    item,
    line(raw, at) {
      const payload = shape(raw.payload);
      switch (text(raw.type)) {
        case 'response_item':
          return item(raw, at);
        case 'turn_context':
          model = firstText(payload.model, model);
          return;
        case 'event_msg':
          return event(payload, at, time(raw.timestamp));
        // What one agent told another.
        case 'inter_agent_communication': {
          const line = fields.watch('message', raw);
          return said(textPart(text(shape(line.payload).content)), at, time(line.timestamp));
        }
        case 'compacted': {
          const { replacement_history, replacement_history_entries: _more, ...rest } = payload;
          const line = fields.watch('message', { ...raw, payload: rest });
          // What replaces the conversation repeats it, and an opaque summary.
          const opaque = shapes(replacement_history).filter(({ type }) => OPAQUE.has(text(type)));
          const parts = [
            ...textPart(text(shape(line.payload).message)),
            ...opaque.flatMap((one) => rawPart('codex', text(one.type), one)),
          ];
          isCounted = true;
          return extend('assistant', parts, at, time(line.timestamp));
        }
      }
    },
    end() {
      for (const message of messages)
        if (message.role === 'assistant' && !message.stop && message.error === undefined)
          message.stop = message.parts.some(({ type }) => type === 'tool_call') ? 'tool' : 'end';
      return { messages, opening, leafId: end };
    },
  };
}

const RESULTS: ReadonlySet<string> = new Set(['function_call_output', 'custom_tool_call_output', 'tool_search_output']);

/** OpenAI's own form of a summary. */
const OPAQUE: ReadonlySet<string> = new Set(['compaction', 'compaction_summary', 'context_compaction']);

const titleIn = (words: string): string => words.trim().split('\n')[0]?.slice(0, 80) ?? '';

function userParts(payload: Shape): ImportedPart[] {
  return openaiParts('codex', payload.content).flatMap((part) =>
    part.type === 'text' && CONTEXT.test(part.text) ? rawPart('codex', 'context', { text: part.text }) : [part],
  );
}

function answerParts(kind: string, payload: Shape): ImportedPart[] {
  const itemId = text(payload.id) === '' ? {} : { itemId: text(payload.id) };
  const id = firstText(payload.call_id, payload.id);
  switch (kind) {
    case 'message': {
      const phase = text(payload.phase);
      return openaiParts('codex', payload.content).map((part) =>
        part.type === 'text' ? { ...part, ...itemId, ...(phase !== '' && { phase }) } : part,
      );
    }
    case 'reasoning':
      return reasoningParts(payload, itemId);
    case 'function_call': {
      const name = [text(payload.namespace), text(payload.name)].filter(Boolean).join('__');
      return [{ type: 'tool_call', id, name, ...argsOf(payload.arguments), ...itemId }];
    }
    // Its input is text, not JSON.
    case 'custom_tool_call': {
      const input = typeof payload.input === 'string' ? { input: payload.input } : payload.input;
      return [{ type: 'tool_call', id, name: text(payload.name), ...argsOf(input), ...itemId }];
    }
    case 'local_shell_call':
      return [{ type: 'tool_call', id, name: 'local_shell', ...argsOf(payload.action) }];
    case 'tool_search_call':
      return [{ type: 'tool_call', id, name: 'tool_search', ...argsOf(payload.arguments) }];
    // As Baton stores it of the same vendor.
    case 'web_search_call':
      return isShape(payload.action) ? [{ type: 'vendor_block', kind, data: JSON.stringify(payload) }] : [];
    case 'image_generation_call': {
      const bytes = text(payload.result);
      const shown = text(payload.revised_prompt);
      return bytes === '' ? textPart(shown) : [linkedFile(`data:image/png;base64,${bytes}`, '', shown.slice(0, 80))];
    }
    // Descriptions of tools, and what the files were.
    case 'additional_tools':
    case 'compaction_trigger':
    case 'ghost_snapshot':
      return [];
    default:
      return rawPart('codex', kind, payload);
  }
}

function reasoningParts(payload: Shape, itemId: { itemId?: string }): ImportedPart[] {
  const textsIn = (value: unknown) => shapes(value).map((one) => text(one.text));
  const [summary, content] = [textsIn(payload.summary), textsIn(payload.content)];
  const encrypted = text(payload.encrypted_content);
  const words = [...summary, ...content].filter(Boolean).join('\n\n');
  if (words === '' && encrypted === '') return [];
  const details = { summary, ...(content.length > 0 && { content }) };
  return [
    {
      type: 'thinking',
      text: words,
      ...itemId,
      ...(encrypted !== '' && { encrypted }),
      ...((summary.length > 1 || content.length > 0) && { details: JSON.stringify(details) }),
    },
  ];
}

function resultParts(payload: Shape, about: { callId: string; name: string }): ImportedPart[] {
  const { callId, name } = about;
  const { output } = payload;
  const failed = isShape(output) && output.success === false;
  const content = isShape(output) && 'content' in output ? output.content : (output ?? payload.tools);
  return toolResult({ callId, ...(name !== '' && { name }), ...(failed && { isError: true }) }, content);
}

function usageOf(usage: Shape): NonNullable<ImportedMessage['usage']> {
  const thinking = count(usage.reasoning_output_tokens);
  return {
    input: count(usage.input_tokens),
    output: count(usage.output_tokens),
    cacheRead: count(usage.cached_input_tokens),
    ...(count(usage.cache_write_input_tokens) > 0 && { cacheWrite: count(usage.cache_write_input_tokens) }),
    ...(thinking > 0 && { thinking }),
  };
}
