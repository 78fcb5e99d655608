import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json, objects, text } from '../base/json.ts';
import { checkFields, type Fields } from '../rules/fields.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import { declaredName, indexFields, isOwnSeal, openCall } from './server-tools.ts';
import { type AnthropicSubject, placed } from './subject.ts';

/** Versions and fields of the tools that the server runs (SDK types 1.11.0; platform docs, tool reference, 2026-08). */
type Optional = NonNullable<Fields['optional']>;

const SHARED: Optional = {
  cache_control: 'object',
  strict: 'boolean',
  defer_loading: 'boolean',
  allowed_callers: 'list',
};
const DOMAINS: Optional = { ...SHARED, max_uses: 'integer', allowed_domains: 'list', blocked_domains: 'list' };
const SEARCH: Optional = { ...DOMAINS, user_location: 'object' };
const FETCH: Optional = { ...DOMAINS, citations: 'object', max_content_tokens: 'integer' };

const TOOLS: Readonly<Record<string, { name: string; optional: Optional }>> = {
  web_search_20250305: { name: 'web_search', optional: SEARCH },
  web_search_20260209: { name: 'web_search', optional: SEARCH },
  web_search_20260318: { name: 'web_search', optional: { ...SEARCH, response_inclusion: 'string' } },
  web_fetch_20250910: { name: 'web_fetch', optional: FETCH },
  web_fetch_20260209: { name: 'web_fetch', optional: FETCH },
  web_fetch_20260309: { name: 'web_fetch', optional: { ...FETCH, use_cache: 'boolean' } },
  web_fetch_20260318: {
    name: 'web_fetch',
    optional: { ...FETCH, use_cache: 'boolean', response_inclusion: 'string', url_sources: 'any' },
  },
  code_execution_20250522: { name: 'code_execution', optional: SHARED },
  code_execution_20250825: { name: 'code_execution', optional: SHARED },
  code_execution_20260120: { name: 'code_execution', optional: SHARED },
  code_execution_20260521: { name: 'code_execution', optional: SHARED },
};

/** Tools of other kinds that have a type of their own and are run by the client or found by the server. */
const OTHERS =
  /^(custom|bash|text_editor|computer|computer_toolset|browser_toolset|memory|advisor|tool_search_tool_\w+|mcp_toolset)(_\d{8})?$/;

function checkDeclared(tool: Json, index: number): Failure | null {
  const type = tool.type;
  if (type === undefined || type === null || (typeof type === 'string' && OTHERS.test(type))) return null;
  const known = typeof type === 'string' ? TOOLS[type] : undefined;
  if (!known)
    return badRequest(
      `tools.${index}: Input tag '${text(type)}' found using 'type' does not match any of the expected tags: ${Object.keys(
        TOOLS,
      )
        .map((tag) => `'${tag}'`)
        .join(', ')}`,
    );
  const path = `tools.${index}.${text(type)}`;
  const { type: _type, ...fields } = tool;
  const failure = checkFields(fields, path, { required: { name: 'string' }, optional: known.optional });
  if (failure) return failure;
  if (tool.name !== known.name) return badRequest(`${path}.name: Input should be '${known.name}'`);
  return tool.allowed_domains && tool.blocked_domains
    ? badRequest(`${path}: only one of \`allowed_domains\` and \`blocked_domains\` may be used`)
    : null;
}

const MISSING = (path: string, field: string) => badRequest(`${path}.${field}: Field required`);

/** What the server encrypted goes back as it came (platform docs, web search, 2026-08). */
function checkEncrypted({ messages, seals, account }: AnthropicSubject): Failure | null {
  return firstOf(messages.flatMap(placed), ({ block, path }) => {
    if (block.type === 'web_search_tool_result')
      return firstOf(objects(block.content), (result, index) => {
        if (result.type !== 'web_search_result') return null;
        const at = `${path}.web_search_tool_result.content.${index}.web_search_result`;
        if (result.encrypted_content === undefined) return MISSING(at, 'encrypted_content');
        return isOwnSeal(seals, account, result.encrypted_content, { url: result.url })
          ? null
          : badRequest(`${at}.encrypted_content: Invalid encrypted content`);
      });
    if (block.type !== 'text') return null;
    return firstOf(objects(block.citations), (citation, index) => {
      if (citation.type !== 'web_search_result_location') return null;
      const at = `${path}.text.citations.${index}.web_search_result_location`;
      if (citation.encrypted_index === undefined) return MISSING(at, 'encrypted_index');
      return isOwnSeal(seals, account, citation.encrypted_index, indexFields(citation))
        ? null
        : badRequest(`${at}.encrypted_index: Invalid encrypted content`);
    });
  });
}

/** Citations are on for all documents of a request, or for none (platform docs, citations, 2026-08). */
function checkCitable({ messages }: AnthropicSubject): Failure | null {
  const documents = messages
    .filter(({ role }) => role === 'user')
    .flatMap(placed)
    .filter(({ block }) => block.type === 'document');
  const on = documents.filter(({ block }) => isObject(block.citations) && block.citations.enabled === true);
  return on.length === 0 || on.length === documents.length
    ? null
    : badRequest('messages: citations must be enabled on all or none of the documents');
}

/** A call that waits at the end goes on only with its tool. */
function checkWaiting({ messages, body }: AnthropicSubject): Failure | null {
  const open = openCall(messages);
  if (!open) return null;
  const block = messages.flatMap(({ blocks }) => blocks).find(({ id }) => id === open.id);
  const name = declaredName(text(block?.name));
  if (objects(body.tools).some((tool) => tool.name === name && typeof tool.type === 'string')) return null;
  return badRequest(
    `\`${name}\` tool use with id \`${open.id}\` was found without a corresponding \`${name}_tool_result\` block, but no \`${name}\` tool was provided`,
  );
}

export const SERVER_TOOL_RULES: readonly Rule<AnthropicSubject>[] = [
  { id: 'W9', check: ({ body }) => firstOf(objects(body.tools), checkDeclared) },
  { id: 'W10', check: checkEncrypted },
  { id: 'W11', check: checkCitable },
  { id: 'W12', check: checkWaiting },
];
