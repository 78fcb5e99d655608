import { answer, type Workshop } from '../../answer.ts';
import { digest, idOf } from '../../digest.ts';
import { estimateTokens } from '../../estimate-tokens.ts';
import { badRequest } from '../../failure.ts';
import { canonical, isObject, type Json } from '../../json.ts';
import { googleEvent } from '../../sse.ts';
import { parseJson } from '../parse-json.ts';
import { geminiFaults, refuse } from './errors.ts';
import { GEMINI_MODELS } from './models.ts';
import { readConversation } from './read-conversation.ts';
import { contentFrames, wholeContent } from './render-answer.ts';

const METHOD = /^\/v1(?:beta|alpha)?\/models\/([^/:]+):(\w+)$/;
const STREAM = 'streamGenerateContent';

const jsonElement = (chunk: Json, place: 'first' | 'middle' | 'last') =>
  `${place === 'first' ? '[' : ',\r\n'}${JSON.stringify(chunk)}${place === 'last' ? ']' : ''}`;

/** The Gemini API: `POST /v1beta/models/MODEL:streamGenerateContent`, `:generateContent`, `GET /v1beta/models`. */
export async function handleGemini(request: Request, path: string, workshop: Workshop): Promise<Response> {
  if (request.method === 'GET' && /^\/v1(?:beta)?\/models$/.test(path)) return listModels();
  const [, id, method] = METHOD.exec(path) ?? [];
  if (request.method !== 'POST' || !id || (method !== STREAM && method !== 'generateContent'))
    return refuse({ status: 404, message: 'Requested entity was not found.' });
  const body = parseJson(await request.text());
  if (!isObject(body)) return refuse(badRequest('Invalid JSON payload received. Unexpected token.'));
  const model = GEMINI_MODELS.find((one) => one.id === id);
  if (!model)
    return refuse({
      status: 404,
      message: `models/${id} is not found for API version v1beta, or is not supported for ${method}. Call ListModels to see the list of available models and their supported methods.`,
    });

  const seed = digest(id, canonical(body));
  const sse = new URL(request.url).searchParams.get('alt') === 'sse';
  const head = {
    id: idOf('', 22, seed),
    model: id,
    prompt: estimateTokens(canonical([body.systemInstruction, body.tools, body.contents])),
    cached: 0,
    callId: (index: number) => idOf('', 8, seed, `${index}`).toLowerCase(),
    sign: (about: string) => workshop.seals.seal('gemini', { model: id, about, at: seed }),
    write: sse ? (chunk: Json) => googleEvent(chunk) : jsonElement,
  };
  return answer(
    workshop,
    readConversation(body, model),
    {
      ...geminiFaults(model.window),
      stream: method === STREAM,
      headers: { server: 'scaffolding on HTTPServer2' },
      contentType: sse ? 'text/event-stream' : 'application/json; charset=UTF-8',
      refuse,
      frames: (plan) => contentFrames(plan, head),
      whole: (plan) => wholeContent(plan, head),
    },
    request.signal,
  );
}

const listModels = (): Response =>
  Response.json({
    models: GEMINI_MODELS.map((model) => ({
      name: `models/${model.id}`,
      version: '001',
      displayName: model.label,
      inputTokenLimit: model.window,
      outputTokenLimit: model.maxOutput,
      supportedGenerationMethods: ['generateContent', 'countTokens'],
      thinking: true,
    })),
  });
