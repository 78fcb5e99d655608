import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json, objects, text } from '../base/json.ts';
import { refuse } from './errors.ts';
import { parseJson } from '../wire/parse-json.ts';
import { EMBEDDING_NUMBERS, embedText } from '../embeddings/embed-text.ts';

/** ai.google.dev, Embeddings (2026-11). */
const MAX_REQUESTS = 100;
const MODELS = new Set(['practice-embedding', 'gemini-embedding-001']);
const FIELDS = new Set(['model', 'content', 'taskType', 'title', 'outputDimensionality']);
const TASKS = new Set([
  'RETRIEVAL_QUERY',
  'RETRIEVAL_DOCUMENT',
  'SEMANTIC_SIMILARITY',
  'CLASSIFICATION',
  'CLUSTERING',
  'QUESTION_ANSWERING',
  'FACT_VERIFICATION',
  'CODE_RETRIEVAL_QUERY',
]);

function checkOne(one: Json, index: number, model: string): Failure | null {
  const at = `requests[${index}]`;
  const stray = Object.keys(one).find((field) => !FIELDS.has(field));
  if (stray !== undefined)
    return badRequest(`Invalid JSON payload received. Unknown name "${stray}" at '${at}': Cannot find field.`);
  if (one.model !== `models/${model}`)
    return badRequest(`* BatchEmbedContentsRequest.${at}.model: must match the model of the request.`);
  if (one.taskType !== undefined && !TASKS.has(text(one.taskType)))
    return badRequest(`Invalid value at '${at}.task_type'`);
  if (textOf(one) === '') return badRequest(`* BatchEmbedContentsRequest.${at}.content: must not be empty.`);
  return null;
}

const textOf = ({ content }: Json): string =>
  isObject(content)
    ? objects(content.parts)
        .map((part) => text(part.text))
        .join('\n')
    : '';

/** `POST /v1beta/models/MODEL:batchEmbedContents`. */
export async function handleGeminiEmbeddings(request: Request, model: string): Promise<Response> {
  const body = parseJson(await request.text());
  if (!isObject(body)) return refuse(badRequest('Invalid JSON payload received. Unexpected token.'));
  if (!MODELS.has(model))
    return refuse({
      status: 404,
      message: `models/${model} is not found for API version v1beta, or is not supported for batchEmbedContents.`,
    });
  const requests = objects(body.requests);
  if (requests.length === 0) return refuse(badRequest('* BatchEmbedContentsRequest.requests: must not be empty.'));
  if (requests.length > MAX_REQUESTS)
    return refuse(
      badRequest(`* BatchEmbedContentsRequest.requests: at most ${MAX_REQUESTS} requests can be in one batch`),
    );
  for (const [index, one] of requests.entries()) {
    const failure = checkOne(one, index, model);
    if (failure) return refuse(failure);
  }
  return Response.json({
    embeddings: requests.map((one) => {
      const asked = typeof one.outputDimensionality === 'number' ? one.outputDimensionality : EMBEDDING_NUMBERS;
      return { values: embedText(textOf(one)).slice(0, asked) };
    }),
  });
}
