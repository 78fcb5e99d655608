import { hexId } from '../base/digest.ts';
import { estimateTokens } from '../base/estimate-tokens.ts';
import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json } from '../base/json.ts';
import { openaiError } from '../wire/openai-errors.ts';
import { parseJson } from '../wire/parse-json.ts';
import { embedText } from './embed-text.ts';

/** platform.openai.com, Create embeddings (2026-11). */
const MAX_INPUTS = 2_048;
const MAX_INPUT_TOKENS = 8_192;
const MAX_TOKENS = 300_000;
const FIELDS = new Set(['model', 'input', 'encoding_format', 'dimensions', 'user']);

function check(body: Json, models: readonly string[]): Failure | null {
  const stray = Object.keys(body).find((field) => !FIELDS.has(field));
  if (stray !== undefined) return badRequest(`Unrecognized request argument supplied: ${stray}`);
  if (typeof body.model !== 'string') return badRequest('you must provide a model parameter');
  if (!models.includes(body.model))
    return {
      status: 404,
      message: `The model \`${body.model}\` does not exist or you do not have access to it.`,
      code: 'model_not_found',
    };
  const inputs = inputsOf(body);
  if (!inputs || inputs.length === 0 || inputs.some((text) => text === ''))
    return badRequest(
      "'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference.",
    );
  if (inputs.length > MAX_INPUTS)
    return badRequest(`Invalid 'input': array too long. Expected an array with maximum length ${MAX_INPUTS}.`);
  const tokens = inputs.map(estimateTokens);
  const long = tokens.find((count) => count > MAX_INPUT_TOKENS);
  if (long !== undefined)
    return badRequest(
      `This model's maximum context length is ${MAX_INPUT_TOKENS} tokens, however you requested ${long} tokens (${long} in your prompt; 0 for the completion). Please reduce your prompt; or completion length.`,
    );
  const sum = tokens.reduce((total, count) => total + count, 0);
  if (sum > MAX_TOKENS)
    return badRequest(`Requested ${sum} tokens, max ${MAX_TOKENS} tokens per request`, {
      code: 'max_tokens_per_request',
    });
  return null;
}

function inputsOf({ input }: Json): string[] | null {
  const inputs: unknown[] = Array.isArray(input) ? input : [input];
  return inputs.every((one) => typeof one === 'string') ? inputs : null;
}

/** `POST /embeddings` of OpenAI and the servers that follow it. */
export async function handleOpenAIEmbeddings(request: Request, models: readonly string[]): Promise<Response> {
  const raw = await request.text();
  const headers = { 'x-request-id': hexId('req_', 32, 'embeddings', raw) };
  const body = parseJson(raw);
  const failure = isObject(body)
    ? check(body, models)
    : badRequest('We could not parse the JSON body of your request.');
  if (failure || !isObject(body))
    return Response.json(
      { error: openaiError(failure ?? badRequest('')) },
      { status: failure?.status ?? 400, headers },
    );
  const inputs = inputsOf(body) ?? [];
  const tokens = inputs.reduce((sum, text) => sum + estimateTokens(text), 0);
  return Response.json(
    {
      object: 'list',
      data: inputs.map((text, index) => ({ object: 'embedding', index, embedding: embedText(text) })),
      model: body.model,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    },
    { headers },
  );
}
