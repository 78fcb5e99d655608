import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json } from '../base/json.ts';
import { checkFields, type Fields } from '../rules/fields.ts';

interface BlockShape extends Fields {
  roles: readonly string[];
}

const CACHE = { cache_control: 'object' } as const;
const BOTH = ['user', 'assistant', 'system'] as const;
const USER = ['user'] as const;
const ASSISTANT = ['assistant'] as const;

/** The result of a tool that the vendor runs itself. */
const SERVER_RESULT: BlockShape = {
  required: { tool_use_id: 'string', content: 'any' },
  optional: { ...CACHE, caller: 'object' },
  roles: ASSISTANT,
};

/** The known blocks, their fields, and the roles they may have (vendor rules 1.2, 1.3; SDK types 1.11.0, 2026-11). */
export const BLOCKS: Readonly<Record<string, BlockShape>> = {
  text: { required: { text: 'string' }, optional: { ...CACHE, citations: 'list' }, roles: BOTH },
  image: { required: { source: 'object' }, optional: CACHE, roles: USER },
  document: {
    required: { source: 'object' },
    optional: { ...CACHE, title: 'string', context: 'string', citations: 'object' },
    // In an assistant message it is refused only from version 2026-10-21 on (A1).
    roles: ['user', 'assistant'],
  },
  search_result: {
    required: { content: 'list', source: 'string', title: 'string' },
    optional: { ...CACHE, citations: 'object' },
    roles: USER,
  },
  thinking: { required: { thinking: 'string', signature: 'string' }, roles: ASSISTANT },
  redacted_thinking: { required: { data: 'string' }, roles: ASSISTANT },
  tool_use: {
    required: { id: 'string', name: 'string', input: 'object' },
    optional: { ...CACHE, caller: 'object', toolset_name: 'string' },
    roles: ASSISTANT,
  },
  tool_result: {
    required: { tool_use_id: 'string' },
    optional: { ...CACHE, content: 'content', is_error: 'boolean' },
    roles: USER,
  },
  server_tool_use: {
    required: { id: 'string', name: 'string', input: 'object' },
    optional: { ...CACHE, caller: 'object' },
    roles: ASSISTANT,
  },
  web_search_tool_result: SERVER_RESULT,
  web_fetch_tool_result: SERVER_RESULT,
  code_execution_tool_result: SERVER_RESULT,
  bash_code_execution_tool_result: SERVER_RESULT,
  text_editor_code_execution_tool_result: SERVER_RESULT,
  tool_search_tool_result: SERVER_RESULT,
  advisor_tool_result: SERVER_RESULT,
  compaction: { required: { content: 'any' }, optional: { ...CACHE, encrypted_content: 'any' }, roles: ASSISTANT },
};

/** Blocks that are accepted only with their beta header (A38). */
const BETA_BLOCKS: ReadonlyMap<string, string> = new Map([['compaction', 'compact-2026-01-12']]);

const NO_BETAS: ReadonlySet<string> = new Set();

const TAGS = Object.keys(BLOCKS)
  .filter((tag) => !BETA_BLOCKS.has(tag))
  .sort()
  .map((tag) => `'${tag}'`)
  .join(', ');

const IN_RESULTS = ['document', 'image', 'search_result', 'text'];

const TOOL_ID = '^[a-zA-Z0-9_-]+$';

/** `path` has the form `messages.N.content.M`. */
export function checkBlock(
  block: unknown,
  path: string,
  role: string,
  betas: ReadonlySet<string> = NO_BETAS,
): Failure | null {
  if (!isObject(block))
    return badRequest(`${path}: Input should be a valid dictionary or object to extract fields from`);
  const type = typeof block.type === 'string' ? block.type : undefined;
  if (type === undefined) return badRequest(`${path}.type: Field required`);
  const shape = BLOCKS[type];
  const beta = BETA_BLOCKS.get(type);
  if (!shape || (beta !== undefined && !betas.has(beta)))
    return badRequest(
      `${path}: Input tag '${type}' found using 'type' does not match any of the expected tags: ${TAGS}`,
    );
  if (!shape.roles.includes(role)) return wrongRole(type, path, shape.roles[0] ?? 'user');
  const { type: _type, ...fields } = block;
  return checkFields(fields, `${path}.${type}`, shape) ?? checkParticulars(block, type, path);
}

function wrongRole(type: string, path: string, role: string): Failure {
  const message = path.slice(0, path.indexOf('.content'));
  return badRequest(`${message}: \`${type}\` blocks can only be in \`${role}\` messages`);
}

function checkParticulars(block: Json, type: string, path: string): Failure | null {
  if (type === 'tool_use') return checkToolUse(block, path);
  if (type === 'tool_result') return checkResult(block, path);
  if (type === 'image' || type === 'document') return checkSource(block.source, `${path}.${type}.source`);
  return null;
}

function checkToolUse(block: Json, path: string): Failure | null {
  if (!new RegExp(TOOL_ID).test(String(block.id)))
    return badRequest(`${path}.tool_use.id: String should match pattern '${TOOL_ID}'`);
  if (String(block.name).length > MAX_NAME_LENGTH_IN_HISTORY)
    return badRequest(`${path}.tool_use.name: String should have at most ${MAX_NAME_LENGTH_IN_HISTORY} characters`);
  if (block.name === '') return badRequest(`${path}.tool_use.name: String should have at least 1 character`);
  return null;
}

const MAX_NAME_LENGTH_IN_HISTORY = 200;

function checkResult(block: Json, path: string): Failure | null {
  if (!Array.isArray(block.content)) return null;
  for (const [index, inner] of block.content.entries()) {
    const at = `${path}.tool_result.content.${index}`;
    if (isObject(inner) && typeof inner.type === 'string' && !IN_RESULTS.includes(inner.type))
      return badRequest(
        `${at}: Input tag '${inner.type}' found using 'type' does not match any of the expected tags: ${IN_RESULTS.map((tag) => `'${tag}'`).join(', ')}`,
      );
    const failure = checkBlock(inner, at, 'user');
    if (failure) return failure;
  }
  return null;
}

const SOURCES: Readonly<Record<string, Fields>> = {
  base64: { required: { media_type: 'string', data: 'string' } },
  url: { required: { url: 'string' } },
  file: { required: { file_id: 'string' } },
  text: { required: { media_type: 'string', data: 'string' } },
  content: { required: { content: 'content' } },
};

function checkSource(source: unknown, path: string): Failure | null {
  if (!isObject(source)) return null;
  const type = String(source.type);
  const shape = SOURCES[type];
  if (!shape)
    return badRequest(
      `${path}: Input tag '${type}' found using 'type' does not match any of the expected tags: 'base64', 'file', 'url'`,
    );
  const { type: _type, ...fields } = source;
  return checkFields(fields, `${path}.${type}`, shape);
}
