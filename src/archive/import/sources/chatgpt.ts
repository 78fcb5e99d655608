import { textPart, rawPart, type ImportedConversation, type ImportedMessage, type ImportedPart } from '../imported.ts';
import { eachValue, type ImportContext, type Importer } from '../importer.ts';
import { firstText, isShape, list, shape, shapes, text, textOrNull, time, type Shape } from '../shape.ts';

/** OpenAI's data export: `conversations.json`, or shards of about a hundred conversations (since 2026). */
export const chatgpt: Importer = {
  source: 'chatgpt',
  matches: (first) =>
    isShape(first) && (isShape(first.mapping) || ('conversation_id' in first && 'current_node' in first)),
  read: eachValue(convert),
};

function convert(value: unknown, context: ImportContext): ImportedConversation | null {
  const one = shape(value);
  const id = firstText(one.conversation_id, one.id);
  if (!isShape(one.mapping) || id === '') return null;
  return {
    source: 'chatgpt',
    id,
    title: text(one.title),
    createdAt: time(one.create_time),
    updatedAt: time(one.update_time),
    pinned: one.is_starred === true,
    leafId: textOrNull(one.current_node),
    messages: Object.entries(one.mapping).map(([nodeId, node]) => message(nodeId, shape(node), one, context)),
  };
}

function message(id: string, node: Shape, conversation: Shape, context: ImportContext): ImportedMessage {
  const said = shape(node.message);
  const metadata = shape(said.metadata);
  const author = shape(said.author);
  const role = text(author.role);
  const hidden =
    !isShape(node.message) ||
    said.weight === 0 ||
    metadata.is_visually_hidden_from_conversation === true ||
    role === 'system' ||
    text(shape(said.content).content_type) === 'user_editable_context';
  const place = { id, parentId: textOrNull(node.parent), createdAt: time(said.create_time) };
  const parts = hidden ? [] : partsOf(shape(said.content), metadata, context);
  if (hidden) return { ...place, role: 'user', parts, hollow: true };
  const recipient = text(said.recipient);
  if (role === 'tool') {
    const result = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    return {
      ...place,
      role: 'tool',
      parts: [
        { type: 'tool_result', callId: place.parentId ?? id, ...named(author.name), text: result.join('\n\n') },
        ...parts.filter(({ type }) => type !== 'text'),
      ],
    };
  }
  if (role !== 'assistant') return { ...place, role: 'user', parts, hollow: parts.length === 0 };
  const model = firstText(metadata.model_slug, conversation.default_model_slug);
  const call = recipient !== '' && recipient !== 'all';
  return {
    ...place,
    role: 'assistant',
    parts: call ? [callPart(id, recipient, parts)] : parts,
    stop: call ? 'tool' : 'end',
    hollow: !call && parts.length === 0,
    ...(model !== '' && { origin: { vendor: 'openai', model, endpoint: 'import:chatgpt' } }),
  };
}

const named = (name: unknown) => (text(name) === '' ? {} : { name: text(name) });

function callPart(id: string, name: string, parts: readonly ImportedPart[]): ImportedPart {
  const input = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  return { type: 'tool_call', id, name, args: { input } };
}

function partsOf(content: Shape, metadata: Shape, context: ImportContext): ImportedPart[] {
  const kind = text(content.content_type);
  const own = contentParts(kind, content, metadata, context);
  const pointed = new Set(shapes(content.parts).map((part) => assetId(part.asset_pointer)));
  const attached = shapes(metadata.attachments).filter(({ id }) => !pointed.has(text(id)));
  return [
    ...own,
    ...attached.map((file) => attachment(text(file.id), firstText(file.name, file.id), text(file.mime_type), context)),
  ];
}

function contentParts(kind: string, content: Shape, metadata: Shape, context: ImportContext): ImportedPart[] {
  switch (kind) {
    case 'text':
      return textPart(cite(list(content.parts).map(text).filter(Boolean).join('\n\n'), metadata));
    case 'multimodal_text':
      return list(content.parts).flatMap((part) => {
        if (typeof part === 'string') return textPart(part);
        const id = assetId(shape(part).asset_pointer);
        if (id !== '') return [attachment(id, nameOf(id, metadata), '', context)];
        const spoken = text(shape(part).text);
        return spoken === '' ? rawPart('chatgpt', text(shape(part).content_type), part) : textPart(spoken);
      });
    case 'code':
      return textPart(text(content.text));
    case 'execution_output':
      return textPart(text(content.text));
    case 'thoughts':
      return shapes(content.thoughts).map((thought) => ({
        type: 'thinking',
        text: [text(thought.summary), text(thought.content)].filter(Boolean).join('\n\n'),
      }));
    case 'reasoning_recap':
      return [{ type: 'thinking', text: text(content.content) }];
    case 'tether_quote':
    case 'tether_browsing_display':
    case 'system_error':
      return [...rawPart('chatgpt', kind, content), ...textPart(firstText(content.text, content.result))];
    default: {
      const joined = list(content.parts)
        .filter((part) => typeof part === 'string')
        .join('\n\n');
      return [...textPart(joined), ...rawPart('chatgpt', kind, content)];
    }
  }
}

/** `file-service://file-…`, `sediment://file_…`, or the id alone. */
function assetId(pointer: unknown): string {
  return text(pointer)
    .replace(/^[a-z-]+:\/\//, '')
    .replace(/[#?].*$/, '');
}

function nameOf(id: string, metadata: Shape): string {
  return firstText(shapes(metadata.attachments).find((file) => file.id === id)?.name, id);
}

function attachment(id: string, name: string, mime: string, context: ImportContext): ImportedPart {
  return { type: 'attachment', name, ...(mime && { mime }), content: context.find(id) };
}

/** Marks of citations become links, from the end so that places before stay right. */
function cite(said: string, metadata: Shape): string {
  const marks = shapes(metadata.citations)
    .map(({ start_ix, end_ix, metadata: about }) => ({ from: start_ix, to: end_ix, ...linkOf(shape(about)) }))
    .filter((mark) => typeof mark.from === 'number' && typeof mark.to === 'number' && mark.url !== '');
  const sorted = marks.toSorted((a, b) => Number(b.from) - Number(a.from));
  let [cited, before] = [said, said.length];
  for (const { from, to, title, url } of sorted) {
    if (!(Number(from) <= Number(to) && Number(to) <= before && Number(from) >= 0)) continue;
    cited = `${cited.slice(0, Number(from))} [${title.replaceAll(/[[\]]/g, '')}](${url})${cited.slice(Number(to))}`;
    before = Number(from);
  }
  return cited;
}

/** Only addresses of the web: nothing else that a file says becomes a link. */
function linkOf(about: Shape): { title: string; url: string } {
  const url = text(about.url);
  return { title: firstText(about.title, about.url), url: /^https?:\/\/[^\s()<>]+$/.test(url) ? url : '' };
}
