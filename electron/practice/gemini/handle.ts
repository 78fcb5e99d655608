import { answer, type Workshop } from '../wire/answer.ts';
import { digest, idOf } from '../base/digest.ts';
import { badRequest } from '../base/failure.ts';
import { canonical, isObject, type Json, objects, text } from '../base/json.ts';
import { handleGeminiEmbeddings } from './handle-embeddings.ts';
import { tooLarge } from './shape-rules.ts';
import { GEMINI_RULES, promptTokens } from './table.ts';
import { firstFailure } from '../rules/rule.ts';
import { googleEvent } from '../base/sse.ts';
import { accountOf } from '../wire/account.ts';
import { parseJson } from '../wire/parse-json.ts';
import { sealThought } from './call-seal.ts';
import { geminiFaults, missingModel, refuse } from './errors.ts';
import { GEMINI_MODELS, type GeminiModel, signsCalls } from './models.ts';
import { partsOf, readConversation } from './read-conversation.ts';
import { type AnswerHead, contentFrames, wholeContent } from './render-answer.ts';

const METHOD = /^\/v1(?:beta|alpha)?\/models\/([^/:]+):(\w+)$/;
const STREAM = 'streamGenerateContent';

/** Without `alt=sse` the stream is one growing JSON array. */
const jsonElement: AnswerHead['write'] = (chunk, place) =>
  `${place === 'first' ? '[' : ',\r\n'}${JSON.stringify(chunk)}${place === 'last' ? ']' : ''}`;

/**
 * Implicit caching: from this size on, everything before the newest answer counts as cached, since it was sent before.
 */
const SMALLEST_CACHED = 2048;

function cachedTokens(body: Json): number {
  const contents = objects(body.contents);
  const lastAnswer = contents.findLastIndex((content) => content.role === 'model');
  const tokens = lastAnswer < 1 ? 0 : promptTokens({ ...body, contents: contents.slice(0, lastAnswer) });
  return tokens < SMALLEST_CACHED ? 0 : tokens;
}

/** The Gemini API: `POST /v1beta/models/MODEL:streamGenerateContent`, `:generateContent`, `GET /v1beta/models`. */
export async function handleGemini(request: Request, path: string, workshop: Workshop): Promise<Response> {
  if (request.method === 'GET' && /^\/v1(?:beta)?\/models$/.test(path)) return listModels();
  const [, id = '', method] = METHOD.exec(path) ?? [];
  if (request.method === 'POST' && method === 'batchEmbedContents') return handleGeminiEmbeddings(request, id);
  if (request.method !== 'POST' || (method !== STREAM && method !== 'generateContent'))
    return refuse({ status: 404, message: 'Requested entity was not found.' });
  const raw = await request.text();
  const large = tooLarge(raw);
  if (large) return refuse(large);
  const body = parseJson(raw);
  if (!isObject(body)) return refuse(badRequest('Invalid JSON payload received. Unexpected token.'));
  const model = GEMINI_MODELS.find((one) => one.id === id);
  if (!model) return refuse(missingModel(id, method));

  const { seals } = workshop;
  const account = accountOf(request.headers);
  const contents = objects(body.contents).map((content) => ({
    role: text(content.role) || 'user',
    parts: partsOf(content),
  }));
  const failure = firstFailure(GEMINI_RULES, { body, model, contents, seals, account });
  if (failure) return refuse(failure);

  const seed = digest(id, canonical(body), account);
  const sse = new URL(request.url).searchParams.get('alt') === 'sse';
  const head: AnswerHead = {
    id: idOf('', 22, seed),
    model: id,
    prompt: promptTokens(body),
    cached: cachedTokens(body),
    callId: (index) => (signsCalls(model) ? idOf('', 8, seed, `${index}`).toLowerCase() : null),
    sign: (about) => sealThought(seals, { model: id, account, about }, seed),
    write: sse ? googleEvent : jsonElement,
  };
  return answer(
    workshop,
    readConversation(body, model),
    {
      ...geminiFaults(model, method),
      stream: method === STREAM,
      headers: { 'cache-control': 'no-cache' },
      contentType: sse ? 'text/event-stream' : 'application/json; charset=UTF-8',
      refuse,
      frames: (plan) => contentFrames(plan, head),
      complete: (plan) => wholeContent(plan, head),
    },
    request,
  );
}

const offered = (model: GeminiModel) => model.id.startsWith('practice-');

const listModels = (): Response =>
  Response.json({
    models: GEMINI_MODELS.filter(offered).map((model) => ({
      name: `models/${model.id}`,
      version: '001',
      displayName: model.label,
      inputTokenLimit: model.window,
      outputTokenLimit: model.maxOutput,
      supportedGenerationMethods: ['generateContent', 'countTokens'],
      thinking: true,
    })),
  });
