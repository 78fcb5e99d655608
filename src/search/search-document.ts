import type { Vendor } from '#core/vendor.ts';
import { imageName } from '#core/image-name.ts';
import { sourcesOf } from '#core/server-tools/cited-text.ts';
import type { Source } from '#core/server-tools/own-block.ts';
import { readOwnBlock } from '#core/server-tools/read-block.ts';
import { readableToolName } from '#core/tool-names.ts';
import { foldText } from '#storage/title-search.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import { findTerm } from './find-term.ts';
import { joinedWords } from './joined-words.ts';
import { filtersByMessage, type HasFilter, type SearchQuery } from './search-query.ts';

/** Kind of a text in a message. */
export type Field = 'text' | 'thinking' | 'call' | 'result' | 'file';

export interface FieldText {
  field: Field;
  text: string;
}

/** What is retained of a message for searching: its folded text, without the original. */
export interface SearchDocument {
  message: string;
  parent: string | null;
  seq: number;
  role: StoredMessage['role'];
  at: number;
  vendor: Vendor | null;
  model: string;
  tools: readonly string[];
  /** The sum of `BITS`. */
  having: number;
  /** All its texts, with a character between them that nobody searches for. */
  text: string;
  /** Its text may still grow. */
  open: boolean;
}

const BETWEEN = '\0';
const BITS: Readonly<Record<HasFilter, number>> = { tool: 1, thinking: 2, file: 4, image: 8, error: 16 };
const NO_TOOLS: readonly string[] = [];

/** Texts stored outside the message row: attached files by hash, full outputs by id. */
export interface ReferencedTexts {
  file(hash: string): string;
  output(id: string): string;
}

/** The texts of a message in the order of its parts, as written. */
export function textsOf({ parts, error }: StoredMessage, outside: ReferencedTexts): FieldText[] {
  const texts = parts.flatMap((part) => textsOfPart(part, outside));
  if (error) texts.push({ field: 'text', text: error.message });
  return texts.filter(({ text }) => text !== '');
}

function textsOfPart(part: StoredPart, outside: ReferencedTexts): FieldText[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return [{ field: 'text', text: part.text }];
    case 'thinking':
      return [{ field: 'thinking', text: part.text }];
    case 'tool_call':
      return [{ field: 'call', text: `${readableToolName(part.name)} ${part.rawArgs ?? textOfArgs(part.args)}` }];
    case 'tool_result': {
      const id = part.outcome?.shortened?.output;
      const fullOutput = id === undefined ? '' : outside.output(id);
      return [{ field: 'result', text: fullOutput === '' ? part.text : fullOutput }];
    }
    case 'file':
      return [{ field: 'file', text: `${part.name} ${part.text ?? outside.file(part.blob)}`.trim() }];
    case 'image':
      return [{ field: 'file', text: `${imageName(part.name) ?? part.prompt ?? ''} ${part.from?.uri ?? ''}`.trim() }];
    case 'vendor_block':
      return textsOfBlock(part);
    default:
      return [];
  }
}

/** What a tool of the vendor's own was asked and found, and the sources that an answer names. */
function textsOfBlock(block: { kind: string; data: string }): FieldText[] {
  const own = readOwnBlock(block);
  if (!own) return [];
  const named = (sources: readonly Source[]) => sources.map(({ title, address }) => `${title} ${address ?? ''}`.trim());
  if (own.role === 'citations') return [{ field: 'result', text: named(sourcesOf(own.cite(''))).join('\n') }];
  const asked = 'asked' in own ? own.asked.join('\n') : '';
  const found =
    'sources' in own ? [...named(own.sources), ...own.pages.map(({ text }) => text), own.output].join('\n') : '';
  return [
    { field: 'call', text: asked },
    { field: 'result', text: found },
  ];
}

/** What terms are looked for in: the folded source, and the words that its marks interrupt. */
export function searchedText({ field, text }: FieldText): string {
  const joined = field === 'text' || field === 'thinking' ? joinedWords(text) : '';
  return foldText(joined === '' ? text : `${text}${BETWEEN}${joined}`);
}

/** Names and values of arguments in readable form, without JSON's escapes. */
function textOfArgs(args: unknown): string {
  if (typeof args === 'string') return args;
  if (typeof args !== 'object' || args === null) return JSON.stringify(args) ?? '';
  return Object.entries(args)
    .map(([name, value]) => (Array.isArray(args) ? textOfArgs(value) : `${name}: ${textOfArgs(value)}`))
    .join(' ');
}

/** `same` returns one string for equal ones: rows repeat ids and names, which would take as much room as short texts. */
export function readDocument(
  message: StoredMessage,
  outside: ReferencedTexts,
  same: <T extends string>(text: T) => T,
): SearchDocument {
  const { id, parentId, seq, role, createdAt, origin, parts, error, status } = message;
  let having = error ? BITS.error : 0;
  const tools: string[] = [];
  for (const part of parts) {
    if (part.type === 'tool_call' || part.type === 'tool_result') {
      having |= BITS.tool;
      if (part.name !== undefined) tools.push(same(foldText(part.name)));
    } else if (part.type === 'thinking' || part.type === 'redacted_thinking') having |= BITS.thinking;
    else if (part.type === 'file' || part.type === 'image') having |= BITS[part.type];
  }
  const texts = textsOf(message, outside);
  return {
    message: same(id),
    parent: parentId === null ? null : same(parentId),
    seq,
    role: same(role),
    at: createdAt,
    vendor: origin ? same(origin.vendor) : null,
    model: same(foldText(origin?.model ?? '')),
    tools: tools.length === 0 ? NO_TOOLS : tools,
    having,
    text: texts.map(searchedText).join(BETWEEN),
    open: status !== 'complete',
  };
}

/**
 * Matches when every term occurs somewhere in the message and every filter applies. A query that asks nothing about
 * messages matches none: it is about sessions.
 */
export function matchesDocument(document: SearchDocument, { terms, filters }: SearchQuery): boolean {
  if (terms.length === 0 && !filtersByMessage(filters)) return false;
  const { vendor, model, role, tool, having, after, before } = filters;
  if (vendor !== undefined && document.vendor !== vendor) return false;
  if (model !== undefined && !document.model.includes(model)) return false;
  if (role !== undefined && document.role !== role) return false;
  if (after !== undefined && document.at < after) return false;
  if (before !== undefined && document.at >= before) return false;
  if (tool !== undefined && !document.tools.some((name) => name.includes(tool))) return false;
  if (!having.every((one) => (document.having & BITS[one]) !== 0)) return false;
  return terms.every((term) => findTerm(document.text, term) >= 0);
}
