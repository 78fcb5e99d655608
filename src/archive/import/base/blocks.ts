import { fromBase64 } from '#storage/base64.ts';
import { MAX_DEPTH, parseJson } from '../../parse-json.ts';
import { untracked } from './fields.ts';
import { givenName, rawPart, textPart, type ImportedFile, type ImportedPart } from './imported.ts';
import { firstText, isShape, list, shape, shapes, text, type Shape } from './shape.ts';

/** Parses arguments. Text that isn't JSON, and values nested deeper than any tool expects, are returned as `rawArgs`. */
export function argsOf(value: unknown): { args: unknown; rawArgs?: string } {
  if (typeof value !== 'string') {
    const args = untracked(value) ?? {};
    return isDeeper(args, MAX_DEPTH) ? { args: {}, rawArgs: JSON.stringify(args) } : { args };
  }
  if (value.trim() === '') return { args: {} };
  try {
    return { args: parseJson(value) };
  } catch {
    return { args: {}, rawArgs: value };
  }
}

function isDeeper(value: unknown, than: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return than === 0 || Object.values(value).some((inner) => isDeeper(inner, than - 1));
}

/** The text of a result, in whatever form it is stored. */
export function resultText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(resultText).filter(Boolean).join('\n\n');
  if (!isShape(value)) return value === undefined || value === null ? '' : JSON.stringify(value);
  const said = firstText(value.text, value.output);
  const link = [text(value.title), text(value.url)].filter(Boolean).join(' ');
  return [link, said].filter(Boolean).join('\n') || JSON.stringify(value);
}

/**
 * The result of a call. Images in it follow as files: their bytes are no text. `content` is a text, blocks of any
 * vendor, or a result of the Model Context Protocol.
 */
export function toolResult(
  about: Omit<Extract<ImportedPart, { type: 'tool_result' }>, 'type' | 'text'>,
  content: unknown,
): ImportedPart[] {
  const blocks = list(isShape(content) ? content.content : content);
  const images = blocks.map((block) => imageIn(shape(block)));
  const hasImages = images.some((image) => image !== null);
  const said = resultText(hasImages ? blocks.filter((_, index) => images[index] === null) : content);
  return [
    { type: 'tool_result', ...about, text: said },
    ...images.flatMap((image) => (image ? [{ ...image, ofResult: true as const }] : [])),
  ];
}

/** An image with its bytes, in the form of Anthropic, the Model Context Protocol or OpenAI. */
function imageIn(block: Shape): ImportedFile | null {
  const { type } = block;
  if (type === 'image') {
    const { type: kind, media_type, data } = shape(block.source);
    const [mime, bytes] = kind === 'base64' ? [media_type, data] : [block.mimeType, block.data];
    return text(bytes) === '' ? null : linkedFile(`data:${text(mime)};base64,${text(bytes)}`, '');
  }
  if (type !== 'image_url' && type !== 'input_image') return null;
  const url = firstText(block.image_url, shape(block.image_url).url);
  return url.startsWith('data:') ? linkedFile(url, '') : null;
}

/** Parses `data:<mime>;base64,…`. `null` for any other address; nothing is fetched. */
export function dataUrl(url: string): { mime: string; content: Uint8Array<ArrayBuffer> } | null {
  const found = /^data:([^;,]*)(?:;[^;,]*)*;base64,([\s\S]*)$/.exec(url);
  return found ? decoded(found[1] ?? '', found[2] ?? '') : null;
}

function decoded(mime: string, base64: string): { mime: string; content: Uint8Array<ArrayBuffer> } | null {
  try {
    return { mime, content: fromBase64(base64) };
  } catch {
    return null;
  }
}

/** An image or file by its address, with its bytes if the address contains them. `standIn`: see `givenName`. */
export function linkedFile(url: string, name: string, standIn = ''): ImportedFile {
  const inline = dataUrl(url);
  return {
    type: 'attachment',
    ...givenName(name, standIn, url.startsWith('data:') ? 'image' : url.slice(0, 300)),
    ...(inline?.mime && { mime: inline.mime }),
    content: inline?.content ?? null,
  };
}

/**
 * Content in the form of Anthropic's Messages, which Claude.ai and Claude Code store. `instead` can read a block
 * differently.
 */
export function anthropicParts(
  source: string,
  content: unknown,
  instead: (block: Shape) => ImportedPart[] | null = () => null,
): ImportedPart[] {
  if (typeof content === 'string') return textPart(content);
  return list(content).flatMap((value): ImportedPart[] => {
    if (typeof value === 'string') return textPart(value);
    const block = shape(value);
    const other = instead(block);
    if (other) return other;
    const kind = text(block.type);
    switch (kind) {
      case 'text':
        return textPart(text(block.text));
      case 'thinking':
        return [
          {
            type: 'thinking',
            text: text(block.thinking),
            ...(text(block.signature) && { signature: text(block.signature) }),
          },
        ];
      case 'redacted_thinking':
        return [{ type: 'redacted_thinking', data: text(block.data) }];
      case 'tool_use':
        return [{ type: 'tool_call', id: text(block.id), name: text(block.name), ...argsOf(block.input) }];
      case 'tool_result':
        return toolResult(
          {
            callId: text(block.tool_use_id),
            ...(text(block.name) && { name: text(block.name) }),
            ...(block.is_error === true && { isError: true }),
          },
          block.content,
        );
      case 'image':
      case 'document': {
        const { type, media_type, data, url } = shape(block.source);
        const address = type === 'base64' ? `data:${text(media_type)};base64,${text(data)}` : text(url);
        return [linkedFile(address, text(block.title), kind)];
      }
      default:
        return rawPart(source, kind, block);
    }
  });
}

/** Content in the form of OpenAI's chat and responses. */
export function openaiParts(source: string, content: unknown): ImportedPart[] {
  if (typeof content === 'string') return textPart(content);
  return list(content).flatMap((value): ImportedPart[] => {
    if (typeof value === 'string') return textPart(value);
    const block = shape(value);
    switch (text(block.type)) {
      case 'text':
      case 'input_text':
      case 'output_text':
        return textPart(text(block.text));
      case 'refusal':
        return [{ type: 'refusal', text: text(block.refusal) }];
      case 'image_url':
      case 'input_image':
        return [linkedFile(firstText(block.image_url, shape(block.image_url).url), '')];
      case 'file':
      case 'input_file': {
        const file = isShape(block.file) ? block.file : block;
        return [linkedFile(firstText(file.file_data, file.file_url, file.file_id), text(file.filename))];
      }
      case 'reasoning':
        return [{ type: 'thinking', text: firstText(block.text, block.thinking, resultText(block.summary)) }];
      case 'thinking':
        return text(block.thinking) === ''
          ? [{ type: 'thinking', text: text(block.text) }]
          : anthropicParts(source, [block]);
      case 'image':
      case 'document':
        return isShape(block.source) ? anthropicParts(source, [block]) : rawPart(source, text(block.type), block);
      case 'redacted_thinking':
      case 'tool_use':
      case 'tool_result':
        return anthropicParts(source, [block]);
      default:
        return rawPart(source, text(block.type), block);
    }
  });
}

/** `tool_calls` of an assistant message. */
export function openaiCalls(value: unknown): ImportedPart[] {
  return shapes(value).map((call) => {
    const of: Shape = isShape(call.function) ? call.function : call;
    return { type: 'tool_call', id: text(call.id), name: text(of.name), ...argsOf(of.arguments) };
  });
}
