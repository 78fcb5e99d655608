import { estimateJson } from '../base/estimate-tokens.ts';
import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json, text } from '../base/json.ts';
import { embedText } from '../embeddings/embed-text.ts';
import { fitPrompt } from '../chat/fit-prompt.ts';
import { firstFailure } from '../rules/rule.ts';
import { answer, type Workshop } from '../wire/answer.ts';
import { statusFailure } from '../wire/openai-errors.ts';
import { parseJson } from '../wire/parse-json.ts';
import { DEFAULT_CONTEXT, describeModel, OLLAMA_MODELS, type OllamaModel } from './models.ts';
import { readConversation } from './read-conversation.ts';
import { answerLines, wholeAnswer } from './render-answer.ts';
import { OLLAMA_RULES } from './rules.ts';

const refuse = ({ status, message, headers }: Failure): Response =>
  Response.json({ error: message }, { status, ...(headers && { headers: { ...headers } }) });

const errorLine = (message: string) => `${JSON.stringify({ error: message })}\n`;

const missingModel = (id: string): Failure => ({ status: 404, message: `model '${id}' not found` });

const find = (id: string): OllamaModel | undefined => OLLAMA_MODELS.find((one) => one.id === id);

/** How much of a request is read: what it asks for, up to what the model was trained for. */
function contextOf(body: Json, { numCtx, trained }: OllamaModel): number {
  const asked = isObject(body.options) ? body.options.num_ctx : undefined;
  return Math.min(trained, typeof asked === 'number' && asked > 0 ? asked : (numCtx ?? DEFAULT_CONTEXT));
}

function describe(path: string, body: Json): Response | null {
  if (path === '/api/version') return Response.json({ version: '0.33.0' });
  if (path === '/api/tags') return Response.json({ models: OLLAMA_MODELS.map(({ id }) => ({ name: id, model: id })) });
  if (path === '/api/ps') return Response.json({ models: [] });
  if (path !== '/api/show') return null;
  const model = find(text(body.model));
  return model ? Response.json(describeModel(model)) : refuse(missingModel(text(body.model)));
}

const EMBEDDING_MODELS = new Set(['nomic-embed-text', 'bge-m3', 'embeddinggemma']);

/** `POST /api/embed` (docs/api.md, 2026-08). */
function embed(body: Json): Response {
  const id = text(body.model);
  if (!EMBEDDING_MODELS.has(id)) return refuse(missingModel(id));
  const inputs: unknown[] = Array.isArray(body.input) ? body.input : [body.input];
  if (!inputs.every((one) => typeof one === 'string')) return refuse(badRequest('invalid input type'));
  return Response.json({ model: id, embeddings: inputs.map(embedText) });
}

/**
 * Ollama's own API. A prompt that is too long silently loses its oldest messages, unless the request says
 * `truncate: false`: then it is refused (L4).
 */
export async function handleOllama(request: Request, path: string, workshop: Workshop): Promise<Response> {
  const raw = request.method === 'GET' ? '{}' : await request.text();
  const body = parseJson(raw);
  if (!isObject(body)) return refuse(badRequest('invalid character looking for beginning of value'));
  const described = describe(path, body);
  if (described) return described;
  if (request.method === 'POST' && path === '/api/embed') return embed(body);
  if (request.method !== 'POST' || path !== '/api/chat') return refuse({ status: 404, message: '404 page not found' });

  const id = text(body.model);
  const model = find(id);
  if (!model) return refuse(missingModel(id));
  const context = contextOf(body, model);
  const failure = firstFailure(OLLAMA_RULES, { body, model, context });
  if (failure) return refuse(failure);

  const read = fitPrompt(body, context);
  const overflow = badRequest(
    `request (${context + 8721} tokens) exceeds the available context size (${context} tokens), try increasing it`,
  );
  const head = {
    model: model.id,
    created: new Date(workshop.clock.now()).toISOString(),
    promptTokens: estimateJson([read.tools, read.messages]),
  };
  return answer(
    workshop,
    readConversation(read, model),
    {
      stream: body.stream !== false,
      headers: {},
      contentType: 'application/x-ndjson',
      malformed: '{"model":"broken","mess\n',
      errorEvent: errorLine('llama runner process has terminated'),
      failure: (kind, retryAfter) => statusFailure(kind, retryAfter, overflow),
      missingModel: missingModel(id),
      refusals: {},
      refuse,
      frames: (plan) => answerLines(plan, head),
      complete: (plan) => wholeAnswer(plan, head),
    },
    request,
  );
}
