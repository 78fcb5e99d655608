import { argsOf, linkedFile, resultText } from '../blocks.ts';
import {
  importedOrigin,
  rawPart,
  textPart,
  type ImportedConversation,
  type ImportedMessage,
  type ImportedPart,
} from '../imported.ts';
import { eachValue, type ImportContext, type Importer } from '../importer.ts';
import { count, firstText, isShape, shape, shapes, text, textOrNull, time, type Shape } from '../shape.ts';

const chatOf = (value: Shape): Shape => (isShape(value.chat) ? value.chat : value);

/** An array of chats; in old exports the bare chat. Answers of several models at once are siblings. */
export const openwebui: Importer = {
  source: 'openwebui',
  matches: (first) => isShape(first) && isShape(shape(chatOf(first).history).messages),
  read: eachValue(convert),
};

function convert(value: unknown, context: ImportContext): ImportedConversation | null {
  const one = shape(value);
  const chat = chatOf(one);
  const history = shape(chat.history);
  const id = firstText(one.id, chat.id, chat.timestamp);
  if (!isShape(history.messages) || id === '') return null;
  return {
    source: 'openwebui',
    id,
    title: firstText(one.title, chat.title),
    createdAt: time(one.created_at) ?? time(chat.timestamp),
    updatedAt: time(one.updated_at),
    pinned: one.pinned === true,
    system: firstText(chat.system, shape(chat.params).system),
    leafId: textOrNull(history.currentId),
    messages: Object.entries(history.messages).map(([key, message]) => messageOf(key, shape(message), context)),
  };
}

function messageOf(key: string, message: Shape, context: ImportContext): ImportedMessage {
  const isUser = message.role === 'user';
  const parts = [...(isUser ? textPart(text(message.content)) : answerParts(message)), ...filesOf(message, context)];
  const origin = isUser ? undefined : importedOrigin('openwebui', text(message.model));
  const usage = shape(message.usage);
  const failed = shape(message.error);
  const error = firstText(failed.content, failed.message, message.error);
  return {
    id: firstText(message.id, key),
    parentId: textOrNull(message.parentId),
    role: isUser ? 'user' : 'assistant',
    parts,
    createdAt: time(message.timestamp),
    hollow: parts.length === 0 && error === '',
    ...(origin && { origin }),
    ...(error !== '' && { error }),
    ...(isShape(message.usage) && {
      usage: {
        input: count(usage.prompt_tokens) || count(usage.input_tokens),
        output: count(usage.completion_tokens) || count(usage.output_tokens),
      },
    }),
  };
}

/** `output` says what `content` only shows; without it the folded blocks of the text are taken apart. */
function answerParts(message: Shape): ImportedPart[] {
  const output = shapes(message.output);
  if (output.length === 0) return foldedParts(text(message.content));
  return output.flatMap((item): ImportedPart[] => {
    switch (text(item.type)) {
      case 'reasoning':
        return [
          {
            type: 'thinking',
            text: firstText(resultText(shapes(item.content)), resultText(item.summary)),
            ...durationOf(item.duration),
          },
        ];
      case 'function_call':
        return [
          { type: 'tool_call', id: firstText(item.call_id, item.id), name: text(item.name), ...argsOf(item.arguments) },
        ];
      case 'function_call_output':
        return [{ type: 'tool_result', callId: text(item.call_id), text: resultText(item.output) }];
      case 'message':
        return typeof item.content === 'string'
          ? textPart(item.content)
          : shapes(item.content).flatMap(({ text: said }) => textPart(text(said)));
      default:
        return rawPart('openwebui', text(item.type), item);
    }
  });
}

const durationOf = (seconds: unknown) => (count(seconds) > 0 ? { durationMs: Math.round(count(seconds) * 1_000) } : {});

/** `<details type="reasoning" …>…</details>` in a text. What stands in other such blocks is kept raw. */
function foldedParts(said: string): ImportedPart[] {
  const parts: ImportedPart[] = [];
  let at = 0;
  for (;;) {
    const from = said.indexOf('<details type="', at);
    const open = from < 0 ? -1 : said.indexOf('>', from);
    const to = open < 0 ? -1 : said.indexOf('</details>', open);
    if (to < 0) return [...parts, ...textPart(said.slice(at).trim())];
    const kind = said.slice(from + 15, said.indexOf('"', from + 15));
    parts.push(...textPart(said.slice(at, from).trim()));
    const inside = said
      .slice(open + 1, to)
      .replace(/<summary>[^<]*<\/summary>/, '')
      .trim();
    if (kind === 'reasoning') parts.push({ type: 'thinking', text: unquoted(inside) });
    else parts.push(...rawPart('openwebui', kind, { block: said.slice(from, to + 10) }));
    at = to + 10;
  }
}

/** Thinking is shown as a quotation, with the signs of HTML written out. */
function unquoted(said: string): string {
  const plain = said.replace(/^&gt; ?/gm, '').replace(/^> ?/gm, '');
  return plain.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

function filesOf(message: Shape, context: ImportContext): ImportedPart[] {
  return shapes(message.files).map((file) => {
    const url = text(file.url);
    if (url.startsWith('data:')) return linkedFile(url, text(file.name));
    context.note('files-elsewhere');
    const name = firstText(file.name, shape(file.file).filename, url, file.id);
    return { type: 'attachment', name, content: context.find(firstText(file.id, file.name)) };
  });
}
