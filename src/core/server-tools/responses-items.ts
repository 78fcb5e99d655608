import { fieldsOf, filled, listOf, placed, textOf, webSource } from './fields.ts';
import { NOTHING_FOUND, type BlockReaders, type Citation, type Fields, type OwnBlock } from './own-block.ts';

/** Responses reports no code for what went wrong with a tool of its own. */
const errorOf = ({ status }: Fields): string | null => (status === 'failed' ? 'failed' : null);

/** `action` holds a query or several, the page that was opened, or what was looked for in it. */
function searched(item: Fields): OwnBlock {
  const { type, query, queries, url, pattern, sources } = fieldsOf(item.action);
  const several = Array.isArray(queries) ? filled(...(queries as unknown[])) : [];
  const found = [...listOf(sources), ...listOf(item.results)].map((one) => webSource(one.url, one.title));
  const opened = type === 'open_page' || type === 'find_in_page' ? webSource(url, url) : null;
  return {
    role: 'whole',
    tool: opened ? 'fetch' : 'search',
    asked: opened ? filled(url, pattern) : several.length > 0 ? several : filled(query),
    ...NOTHING_FOUND,
    sources: [...(opened ? [opened] : []), ...found.filter((source) => source !== null)],
    error: errorOf(item),
  };
}

function ran(item: Fields): OwnBlock {
  const logs = listOf(item.outputs).flatMap(({ logs: text }) => filled(text));
  return {
    role: 'whole',
    tool: 'code',
    asked: filled(item.code),
    language: 'python',
    ...NOTHING_FOUND,
    output: logs.join('\n'),
    error: errorOf(item),
  };
}

/** Tools of xAI's own that it calls by name, with JSON as the input. The client never answers them. */
function called({ name, input, status, ...rest }: Fields): OwnBlock {
  const given = fieldsOf(parsed(input ?? rest.arguments));
  const { query, url } = given;
  return {
    role: 'whole',
    tool: textOf(name).includes('search') ? 'search' : url === undefined ? 'other' : 'fetch',
    asked: query === undefined && url === undefined ? filled(name) : filled(query, url),
    ...NOTHING_FOUND,
    error: errorOf({ status }),
  };
}

function parsed(json: unknown): unknown {
  try {
    return typeof json === 'string' ? JSON.parse(json) : json;
  } catch {
    return null;
  }
}

/** An annotation of an `output_text`, or of a Chat Completions message, which wraps it. */
function citationOf(annotation: Fields, text: string): Citation[] {
  const { type } = annotation;
  const given =
    type === 'url_citation' && 'url_citation' in annotation ? fieldsOf(annotation.url_citation) : annotation;
  const { url, title, filename, content, start_index: start, end_index: end } = given;
  const name = filled(filename)[0];
  const source = webSource(url, title) ?? (name === undefined ? null : { title: name, address: null });
  if (!source) return [];
  return [{ source, ...placed(start, end, text), ...(textOf(content) !== '' && { quote: textOf(content) }) }];
}

function annotationsOf({ annotations }: Fields): OwnBlock {
  const cite = (text: string): Citation[] => listOf(annotations).flatMap((one) => citationOf(one, text));
  return { role: 'citations', cuts: false, queries: [], cite };
}

/** Items of the Responses API, of OpenAI and xAI, and the annotations that Chat Completions servers send as well. */
export const RESPONSES_ITEMS: BlockReaders = {
  web_search_call: searched,
  x_search_call: called,
  code_interpreter_call: ran,
  code_execution_call: ran,
  custom_tool_call: called,
  annotations: annotationsOf,
};
