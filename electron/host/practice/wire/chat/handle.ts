import { answer, type Workshop } from '../../answer.ts';
import { digest, hexId, idOf } from '../../digest.ts';
import { badRequest, type Failure } from '../../failure.ts';
import { canonical, isObject, objects, text } from '../../json.ts';
import { dataEvent } from '../../sse.ts';
import { MALFORMED, openaiError, statusFailure } from '../openai-errors.ts';
import { promptTokens } from '../openai-usage.ts';
import { parseJson } from '../parse-json.ts';
import type { ChatDialect } from './dialects.ts';
import { readConversation } from './read-conversation.ts';
import { completionFrames, wholeCompletion } from './render-answer.ts';

const refuse = (failure: Failure, requestId: string): Response =>
  Response.json(
    { error: openaiError(failure) },
    { status: failure.status, headers: { 'x-request-id': requestId, ...failure.headers } },
  );

/** Chat Completions as OpenAI and the compatible vendors speak it. */
export async function handleChat(
  request: Request,
  path: string,
  dialect: ChatDialect,
  workshop: Workshop,
): Promise<Response> {
  const raw = request.method === 'GET' ? '' : await request.text();
  const requestId = hexId('req_', 32, dialect.id, path, raw);
  const route = path.startsWith(dialect.base) ? path.slice(dialect.base.length) : path;
  if (request.method === 'GET' && route === '/models')
    return Response.json(
      {
        object: 'list',
        data: dialect.models.map((model) => ({
          id: model.id,
          object: 'model',
          created: 1793491200,
          owned_by: 'practice',
        })),
      },
      { headers: { 'x-request-id': requestId } },
    );
  if (request.method !== 'POST' || route !== '/chat/completions')
    return refuse({ status: 404, message: `Invalid URL (${request.method} ${path})` }, requestId);

  const body = parseJson(raw);
  if (!isObject(body)) return refuse(badRequest('We could not parse the JSON body of your request.'), requestId);
  const model = dialect.models.find((one) => one.id === body.model);
  if (!model)
    return refuse(
      {
        status: 404,
        message: `The model \`${text(body.model)}\` does not exist or you do not have access to it.`,
        code: 'model_not_found',
      },
      requestId,
    );

  const seed = digest(canonical(body));
  const options = isObject(body.stream_options) ? body.stream_options : {};
  const head = {
    id: idOf('chatcmpl-', 29, seed),
    model: model.id,
    created: Math.floor(workshop.clock.now() / 1000),
    prompt: promptTokens([body.tools], objects(body.messages)),
    dialect,
    callId: (index: number) => idOf('call_', 24, seed, `${index}`),
    includeUsage: options.include_usage === true,
  };
  const overflow = badRequest(
    `This model's maximum context length is ${model.window} tokens. However, your messages resulted in ${model.window + 8721} tokens. Please reduce the length of the messages.`,
    { code: 'context_length_exceeded', param: 'messages' },
  );
  return answer(
    workshop,
    readConversation(body, model),
    {
      stream: body.stream === true,
      headers: { 'x-request-id': requestId, 'cache-control': 'no-cache' },
      contentType: 'text/event-stream; charset=utf-8',
      malformed: MALFORMED,
      errorEvent: dataEvent({ error: openaiError(statusFailure(500, null, overflow)) }),
      failure: (kind, retryAfter) => statusFailure(kind, retryAfter, overflow),
      refuse: (failure) => refuse(failure, requestId),
      frames: (plan) => completionFrames(plan, head),
      whole: (plan) => wholeCompletion(plan, head),
    },
    request.signal,
  );
}
