import { digest } from '../base/digest.ts';
import { badRequest, type Failure } from '../base/failure.ts';
import { canonical, isObject, type Json, objects, text } from '../base/json.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import type { ChatSubject } from './subject.ts';

/** The format of a model's reasoning, by its family (P1). */
export function formatOf(model: string): string {
  if (model.startsWith('anthropic/')) return 'anthropic-claude-v1';
  if (model.startsWith('openai/')) return 'openai-responses-v1';
  if (model.startsWith('google/')) return 'google-gemini-v1';
  return model.startsWith('x-ai/') ? 'xai-responses-v1' : 'unknown';
}

const opaqueOf = (detail: Json): string => text(detail.type === 'reasoning.encrypted' ? detail.data : detail.signature);

/** The digest that an entry's signature covers. */
export const coverOf = (detail: Json): string => digest(text(detail.text), text(detail.format));

/** The upstream vendor's error, wrapped by OpenRouter (P2). */
const upstream = (format: string, at: string): Failure => {
  const raw: Readonly<Record<string, Json>> = {
    'anthropic-claude-v1': {
      type: 'error',
      error: { type: 'invalid_request_error', message: `${at}: Invalid \`signature\` in \`thinking\` block` },
    },
    'openai-responses-v1': {
      error: {
        message:
          'The encrypted content could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_encrypted_content',
      },
    },
    'google-gemini-v1': { error: { code: 400, message: 'Corrupted thought signature.', status: 'INVALID_ARGUMENT' } },
  };
  return refusedBy(PROVIDERS[format] ?? 'Practice', raw[format] ?? { error: 'Invalid reasoning' });
};

const refusedBy = (provider_name: string, raw: Json): Failure =>
  badRequest('Provider returned error', { details: { metadata: { raw: JSON.stringify(raw), provider_name } } });

const PROVIDERS: Readonly<Record<string, string>> = {
  'anthropic-claude-v1': 'Anthropic',
  'openai-responses-v1': 'OpenAI',
  'google-gemini-v1': 'Google AI Studio',
};

/** `reasoning_details` must be complete, in order and unchanged, and are accepted only by their own family. */
function checkDetails(message: Json, index: number, { model, seals, account }: ChatSubject): Failure | null {
  const format = formatOf(model.id);
  const failure = upstream(format, `messages.${index}.content.0`);
  const details = objects(message.reasoning_details);
  return firstOf(details, (detail, at) => {
    const seal = seals.open('openrouter', opaqueOf(detail));
    if (!seal || seal.model !== model.id || seal.account !== account) return failure;
    return seal.cover === coverOf(detail) && seal.place === at && seal.count === details.length ? null : failure;
  });
}

const MAX_MARKERS = 4;

/** Claude's markers go on to its provider. */
function checkMarkers({ model, messages }: ChatSubject): Failure | null {
  const parts = messages.flatMap(({ content }) => objects(content));
  const count = parts.filter((part) => part.cache_control !== undefined).length;
  if (!model.id.startsWith('anthropic/') || count <= MAX_MARKERS) return null;
  const message = `A maximum of ${MAX_MARKERS} blocks with cache_control may be provided. Found ${count}.`;
  return refusedBy('Anthropic', { type: 'error', error: { type: 'invalid_request_error', message } });
}

export const OPENROUTER_RULES: readonly Rule<ChatSubject>[] = [
  {
    id: 'P1',
    check: (subject) => firstOf(subject.messages, (message, index) => checkDetails(message, index, subject)),
  },
  {
    id: 'P1-once',
    check: ({ messages }) =>
      messages.some((message) => objects(message.tool_calls).some((call) => 'reasoning_details' in call))
        ? badRequest('Invalid input: unrecognized key "reasoning_details" in tool call')
        : null,
  },
  { id: 'P7', check: checkMarkers },
  {
    id: 'reasoning',
    check: ({ body }) =>
      body.reasoning === undefined || isObject(body.reasoning)
        ? null
        : badRequest(`Invalid input: expected object, received ${canonical(body.reasoning)} at "reasoning"`),
  },
];
