import { fieldsOf, filled, idOf, listOf, textOf, webSource } from './fields.ts';
import {
  NOTHING_FOUND,
  type BlockReaders,
  type Citation,
  type Fields,
  type Found,
  type OwnBlock,
  type ReadPage,
  type ServerToolKind,
} from './own-block.ts';

const TOOLS: Readonly<Record<string, ServerToolKind>> = {
  web_search: 'search',
  web_fetch: 'fetch',
  code_execution: 'code',
  bash_code_execution: 'code',
  text_editor_code_execution: 'code',
};

function readCall({ id, name, input }: Fields): OwnBlock {
  const { query, url, code, command, path } = fieldsOf(input);
  const tool = TOOLS[textOf(name)] ?? 'other';
  // The editor's commands name a file.
  const named = path === undefined ? command : `${textOf(command)} ${textOf(path)}`;
  return {
    role: 'call',
    id: idOf(id),
    tool,
    asked: tool === 'other' ? filled(name) : filled(query, url, code, named),
    ...(tool === 'code' && { language: code === undefined ? 'sh' : 'python' }),
  };
}

/** The error of a result, which stands where its content would. */
function errorOf(content: unknown): string | null {
  const { type, error_code: code } = fieldsOf(content);
  return textOf(type).endsWith('_error') ? textOf(code) || 'unavailable' : null;
}

const resultOf =
  (tool: ServerToolKind, read: (content: unknown) => Partial<Found>) =>
  ({ tool_use_id: id, content }: Fields): OwnBlock => ({
    role: 'result',
    id: idOf(id),
    tool,
    ...NOTHING_FOUND,
    ...read(content),
    error: errorOf(content),
  });

function searched(content: unknown): Partial<Found> {
  const sources = listOf(content).map(({ url, title, page_age: age }) => webSource(url, title, age));
  return { sources: sources.filter((source) => source !== null) };
}

function fetched(content: unknown): Partial<Found> {
  const { url, content: document } = fieldsOf(content);
  const { title, source } = fieldsOf(document);
  const page = webSource(url, title);
  if (!page) return {};
  const { type, data } = fieldsOf(source);
  const text = type === 'text' ? textOf(data) : '';
  const pages: ReadPage[] = text === '' ? [] : [{ title: page.title, address: page.address ?? '', text }];
  return { sources: [page], pages };
}

function ran(content: unknown): Partial<Found> {
  const { stdout, stderr, return_code: code, content: shown } = fieldsOf(content);
  const failed = typeof code === 'number' && code !== 0 ? [`exit code ${code}`] : [];
  // The editor answers with the text of the file.
  return { output: [...filled(stdout, stderr, shown), ...failed].join('\n') };
}

/** Pages end before `end_page_number`. */
function pagesOf({ type, start_page_number: start, end_page_number: end }: Fields): Pick<Citation, 'pages'> {
  if (type !== 'page_location' || typeof start !== 'number' || typeof end !== 'number') return {};
  return { pages: { from: start, to: Math.max(start, end - 1) } };
}

function citationsOf({ citations }: Fields): OwnBlock {
  const cite = (text: string): Citation[] =>
    listOf(citations).flatMap((one) => {
      const { url, source, title, document_title: name, cited_text: quote } = one;
      const file = filled(title, name, source)[0];
      const cited = webSource(url, title) ?? (file === undefined ? null : { title: file, address: null });
      if (!cited) return [];
      const range = text === '' ? { start: null, end: null } : { start: 0, end: text.length };
      return [{ source: cited, ...range, ...(textOf(quote) !== '' && { quote: textOf(quote) }), ...pagesOf(one) }];
    });
  return { role: 'citations', cuts: true, queries: [], cite };
}

/** Results of tools that are not known here, which every such result is named after. */
export const OTHER_RESULT = resultOf('other', (content) => ({
  output: listOf(content)
    .flatMap(({ text }) => filled(text))
    .join('\n'),
}));

/** Blocks of the Messages API (vendor-rules W1-W3). `citations` is how Baton keeps what stands inside of a text block. */
export const ANTHROPIC_BLOCKS: BlockReaders = {
  server_tool_use: readCall,
  mcp_tool_use: readCall,
  web_search_tool_result: resultOf('search', searched),
  web_fetch_tool_result: resultOf('fetch', fetched),
  code_execution_tool_result: resultOf('code', ran),
  bash_code_execution_tool_result: resultOf('code', ran),
  text_editor_code_execution_tool_result: resultOf('code', ran),
  citations: citationsOf,
};
