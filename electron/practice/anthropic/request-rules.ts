import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, objects } from '../base/json.ts';
import { checkFields, type Fields } from '../rules/fields.ts';
import type { Rule } from '../rules/rule.ts';
import { checkBlock } from './block-fields.ts';
import type { AnthropicSubject } from './subject.ts';

const OLD = '2023-06-01';
export const NEW = '2026-10-21';

const OPTIONAL: Fields['optional'] = {
  system: 'content',
  tools: 'list',
  tool_choice: 'object',
  thinking: 'object',
  output_config: 'object',
  stop_sequences: 'list',
  stream: 'boolean',
  metadata: 'object',
  temperature: 'number',
  top_p: 'number',
  top_k: 'integer',
  service_tier: 'string',
  cache_control: 'object',
  container: 'any',
  context_management: 'object',
  inference_geo: 'string',
  mcp_servers: 'list',
};

const SAMPLING = ['temperature', 'top_p', 'top_k'] as const;

function checkShape({ body, counting }: AnthropicSubject): Failure | null {
  const required: Fields['required'] = {
    model: 'string',
    messages: 'list',
    ...(counting ? {} : { max_tokens: 'integer' }),
  };
  return checkFields(body, '', { required, optional: { ...OPTIONAL, ...(counting ? { max_tokens: 'integer' } : {}) } });
}

function checkMaxTokens({ body, model }: AnthropicSubject): Failure | null {
  const limit = body.max_tokens;
  if (typeof limit !== 'number') return null;
  if (limit < 1) return badRequest('max_tokens: Input should be greater than or equal to 1');
  if (limit > model.maxOutput)
    return badRequest(
      `max_tokens: ${limit} > ${model.maxOutput}, which is the maximum allowed number of output tokens for ${model.id}`,
    );
  return null;
}

function checkSampling({ body, model, version }: AnthropicSubject): Failure | null {
  const sent = SAMPLING.filter((name) => body[name] !== undefined && body[name] !== null);
  const [first] = sent;
  if (first === undefined) return null;
  // The newer version doesn't know the fields anymore; the newer models accept only their default, or nothing (A1, A3).
  if (version === NEW) return badRequest(`${first}: Extra inputs are not permitted`);
  if (!model.sampling) {
    const odd = sent.find((name) => name === 'top_k' || body[name] !== 1);
    return odd ? badRequest(`\`${odd}\` is deprecated for this model.`) : null;
  }
  if (typeof body.temperature === 'number' && !(body.temperature >= 0 && body.temperature <= 1))
    return badRequest('temperature: range: 0..1');
  if (isObject(body.thinking) && body.thinking.type !== 'disabled') return checkSamplingWithThinking(body);
  if (sent.includes('temperature') && sent.includes('top_p'))
    return badRequest('`temperature` and `top_p` cannot both be specified for this model. Please use only one.');
  return null;
}

function checkSamplingWithThinking(body: AnthropicSubject['body']): Failure | null {
  const seeDocs =
    ' Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#important-considerations-when-using-extended-thinking';
  if (body.temperature !== undefined && body.temperature !== 1)
    return badRequest(`\`temperature\` may only be set to 1 when thinking is enabled.${seeDocs}`);
  if (body.top_k !== undefined) return badRequest(`\`top_k\` must be unset when thinking is enabled.${seeDocs}`);
  if (typeof body.top_p === 'number' && (body.top_p < 0.95 || body.top_p > 1))
    return badRequest(`\`top_p\` must be greater than or equal to 0.95 or unset when thinking is enabled.${seeDocs}`);
  return null;
}

function checkStops({ body }: AnthropicSubject): Failure | null {
  const stops: unknown[] = Array.isArray(body.stop_sequences) ? body.stop_sequences : [];
  return stops.some((stop) => typeof stop === 'string' && stop.trim() === '')
    ? badRequest('stop_sequences: each stop sequence must contain non-whitespace')
    : null;
}

function checkSystem({ body }: AnthropicSubject): Failure | null {
  if (!Array.isArray(body.system)) return null;
  for (const [index, block] of body.system.entries()) {
    const path = `system.${index}`;
    if (isObject(block) && block.type !== 'text') return badRequest(`${path}.type: Input should be 'text'`);
    const failure = checkBlock(block, path, 'system');
    if (failure) return failure;
    if (isObject(block) && block.text === '') return badRequest('system: text content blocks must be non-empty');
  }
  return null;
}

const MAX_MARKS = 4;

function checkCacheControl({ body, messages }: AnthropicSubject): Failure | null {
  const inResults = messages.flatMap(({ blocks }) => blocks.flatMap((block) => objects(block.content)));
  const all = [
    ...objects(body.tools),
    ...objects(body.system),
    ...messages.flatMap(({ blocks }) => blocks),
    ...inResults,
  ];
  const marked = all.filter((one) => isObject(one.cache_control));
  const found = marked.length + (isObject(body.cache_control) ? 1 : 0);
  if (found > MAX_MARKS) return badRequest(`A maximum of 4 blocks with cache_control may be provided. Found ${found}.`);
  if (marked.some((block) => block.type === 'text' && block.text === ''))
    return badRequest('cache_control cannot be set for empty text blocks');
  return null;
}

export const REQUEST_RULES: readonly Rule<AnthropicSubject>[] = [
  {
    id: 'A1',
    check: ({ version }) => {
      if (version === null) return badRequest('anthropic-version: header is required');
      return version === OLD || version === NEW
        ? null
        : badRequest(
            `anthropic-version: "${version}" is not a valid version. Valid versions are "${OLD}" and "${NEW}".`,
          );
    },
  },
  {
    id: 'beta-names',
    check: ({ betas }) => {
      const unknown = [...betas].find((name) => !/^[a-z0-9-]+-\d{4}-?\d{2}-?\d{2}$/.test(name));
      return unknown === undefined
        ? null
        : badRequest(
            `Unexpected value(s) \`${unknown}\` for the \`anthropic-beta\` header. Please consult our documentation at docs.claude.com or try again without the header.`,
          );
    },
  },
  { id: 'fields', check: checkShape },
  { id: 'max-tokens', check: checkMaxTokens },
  { id: 'A3', check: checkSampling },
  { id: 'stops', check: checkStops },
  { id: 'system', check: checkSystem },
];

export const CACHE_RULES: readonly Rule<AnthropicSubject>[] = [{ id: 'A33', check: checkCacheControl }];
