import { fieldsOf, filled, idOf, listOf, textOf, webSource } from './fields.ts';
import {
  NOTHING_FOUND,
  type BlockReaders,
  type Citation,
  type Fields,
  type OwnBlock,
  type ServerToolKind,
  type Source,
} from './own-block.ts';

function toolOf(type: unknown): ServerToolKind {
  if (type === 'URL_CONTEXT') return 'fetch';
  return textOf(type).startsWith('GOOGLE_SEARCH') ? 'search' : 'other';
}

function codeOf({ executableCode }: Fields): OwnBlock {
  const { id, code, language } = fieldsOf(executableCode);
  return {
    role: 'call',
    id: idOf(id),
    tool: 'code',
    asked: filled(code),
    language: textOf(language).toLowerCase() || 'python',
  };
}

function outcomeOf({ codeExecutionResult }: Fields): OwnBlock {
  const { id, outcome, output } = fieldsOf(codeExecutionResult);
  const failed = textOf(outcome) !== '' && outcome !== 'OUTCOME_OK';
  return {
    role: 'result',
    id: idOf(id),
    tool: 'code',
    ...NOTHING_FOUND,
    output: textOf(output),
    error: failed
      ? textOf(outcome)
          .replace(/^OUTCOME_/, '')
          .toLowerCase()
      : null,
  };
}

function callOf({ toolCall }: Fields): OwnBlock {
  const { id, toolType, args } = fieldsOf(toolCall);
  const { query, queries, url, urls } = fieldsOf(args);
  const several = [queries, urls].flatMap((some) => (Array.isArray(some) ? filled(...(some as unknown[])) : []));
  return { role: 'call', id: idOf(id), tool: toolOf(toolType), asked: [...filled(query, url), ...several] };
}

function responseOf({ toolResponse }: Fields): OwnBlock {
  const { id, toolType } = fieldsOf(toolResponse);
  return { role: 'result', id: idOf(id), tool: toolOf(toolType), ...NOTHING_FOUND };
}

/** Google counts in bytes of UTF-8, within one of its parts; the words themselves are the surer sign. */
function rangeOf(segment: Fields, text: string, bytes: Uint8Array): Pick<Citation, 'start' | 'end'> {
  const { startIndex = 0, endIndex, text: said } = segment;
  const words = textOf(said);
  if (typeof startIndex === 'number' && typeof endIndex === 'number') {
    const start = lengthOf(bytes.subarray(0, startIndex));
    const end = start + lengthOf(bytes.subarray(startIndex, endIndex));
    if (start < end && (words === '' || text.slice(start, end) === words)) return { start, end };
  }
  const at = words === '' ? -1 : text.indexOf(words);
  return at < 0 ? { start: null, end: null } : { start: at, end: at + words.length };
}

/** UTF-16 units of UTF-8 bytes. */
function lengthOf(bytes: Uint8Array): number {
  let length = 0;
  for (const byte of bytes) if ((byte & 0xc0) !== 0x80) length += byte >= 0xf0 ? 2 : 1;
  return length;
}

function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x8_00) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 0x3f));
    else if (code < 0x1_00_00) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
    else
      bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 0x3f), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
  }
  return Uint8Array.from(bytes);
}

function groundingOf({ groundingMetadata }: Fields): OwnBlock {
  const { webSearchQueries, groundingChunks, groundingSupports } = fieldsOf(groundingMetadata);
  const sources = listOf(groundingChunks).map(({ web, retrievedContext }): Source | null => {
    const page = fieldsOf(web);
    return (
      webSource(page.uri, page.title) ?? webSource(fieldsOf(retrievedContext).uri, fieldsOf(retrievedContext).title)
    );
  });
  const cite = (text: string): Citation[] => {
    const bytes = utf8(text);
    const supported = listOf(groundingSupports).flatMap(({ segment, groundingChunkIndices: indices }) => {
      const range = rangeOf(fieldsOf(segment), text, bytes);
      return (Array.isArray(indices) ? indices : []).flatMap((index: unknown) => {
        const source = sources[Number(index)];
        return source ? [{ source, ...range }] : [];
      });
    });
    const cited = new Set(supported.map(({ source }) => source));
    const rest = sources.filter((source) => source !== null && !cited.has(source));
    return [...supported, ...rest.flatMap((source) => (source ? [{ source, start: null, end: null }] : []))];
  };
  const queries = Array.isArray(webSearchQueries) ? filled(...(webSearchQueries as unknown[])) : [];
  return { role: 'citations', cuts: false, queries, cite };
}

/** Addresses that Google opened, beside the content of a candidate. */
function openedPages({ urlContextMetadata }: Fields): OwnBlock {
  const pages = listOf(fieldsOf(urlContextMetadata).urlMetadata);
  const opened = pages.filter(({ urlRetrievalStatus: status }) => !textOf(status).includes('ERROR'));
  return {
    role: 'whole',
    tool: 'fetch',
    asked: filled(...pages.map(({ retrievedUrl }) => retrievedUrl)),
    ...NOTHING_FOUND,
    sources: opened.flatMap(({ retrievedUrl: url }) => webSource(url, url) ?? []),
    error: pages.length > 0 && opened.length === 0 ? 'url_not_accessible' : null,
  };
}

/** Parts of generateContent, and what stands beside them in a candidate. */
export const GEMINI_PARTS: BlockReaders = {
  executableCode: codeOf,
  codeExecutionResult: outcomeOf,
  toolCall: callOf,
  toolResponse: responseOf,
  groundingMetadata: groundingOf,
  urlContextMetadata: openedPages,
};
