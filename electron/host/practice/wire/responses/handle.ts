import { answer, type Workshop } from '../../answer.ts';
import { digest, hexId } from '../../digest.ts';
import { badRequest, type Failure } from '../../failure.ts';
import { canonical, isObject, text } from '../../json.ts';
import { namedEvent } from '../../sse.ts';
import type { Plan, Step } from '../../script/plan.ts';
import { openaiError, statusFailure } from '../openai-errors.ts';
import { promptTokens } from '../openai-usage.ts';
import { parseJson } from '../parse-json.ts';
import { makeItems } from './items.ts';
import { RESPONSES_MODELS } from './models.ts';
import { itemsOf, readConversation } from './read-conversation.ts';
import { finishedResponse, responseFrames } from './render-answer.ts';

const refuse = (failure: Failure, requestId: string): Response =>
  Response.json(
    { error: openaiError(failure) },
    { status: failure.status, headers: { 'x-request-id': requestId, ...failure.headers } },
  );

/** The Responses API: `POST /v1/responses`, `GET /v1/models`. */
export async function handleResponses(request: Request, path: string, workshop: Workshop): Promise<Response> {
  const raw = request.method === 'GET' ? '' : await request.text();
  const requestId = hexId('req_', 32, path, raw);
  if (request.method === 'GET' && path === '/v1/models')
    return Response.json(
      {
        object: 'list',
        data: RESPONSES_MODELS.map((model) => ({
          id: model.id,
          object: 'model',
          created: 1793491200,
          owned_by: 'practice',
        })),
      },
      { headers: { 'x-request-id': requestId } },
    );
  if (request.method !== 'POST' || path !== '/v1/responses')
    return refuse({ status: 404, message: `Invalid URL (${request.method} ${path})` }, requestId);

  const body = parseJson(raw);
  if (!isObject(body)) return refuse(badRequest('We could not parse the JSON body of your request.'), requestId);
  const model = RESPONSES_MODELS.find((one) => one.id === body.model);
  if (!model)
    return refuse(
      badRequest(`The requested model '${text(body.model)}' does not exist.`, {
        code: 'model_not_found',
        param: 'model',
      }),
      requestId,
    );

  const seed = digest(canonical(body));
  const reasoning = isObject(body.reasoning) ? body.reasoning : {};
  const head = {
    id: hexId('resp_', 50, seed),
    created: Math.floor(workshop.clock.now() / 1000),
    prompt: promptTokens([body.instructions, body.tools], itemsOf(body.input)),
    echoed: {
      instructions: body.instructions ?? null,
      max_output_tokens: body.max_output_tokens ?? null,
      model: model.id,
      parallel_tool_calls: body.parallel_tool_calls ?? true,
      reasoning: { effort: reasoning.effort ?? 'medium', summary: reasoning.summary ?? null },
      store: body.store ?? true,
      temperature: 1,
      text: { format: { type: 'text' }, verbosity: 'medium' },
      tool_choice: body.tool_choice ?? 'auto',
      tools: body.tools ?? [],
      top_p: 1,
      truncation: body.truncation ?? 'disabled',
    },
  };
  const items = (plan: Plan) =>
    makeItems(plan, {
      seed,
      summary: reasoning.summary !== undefined && reasoning.summary !== null,
      encrypted: true,
      seal: (id: string, step: Step) =>
        workshop.seals.seal('responses', { id, model: model.id, text: 'text' in step ? step.text : '' }),
    });
  const overflow = badRequest(
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
    {
      code: 'context_length_exceeded',
      param: 'input',
    },
  );
  return answer(
    workshop,
    readConversation(body, model),
    {
      stream: body.stream === true,
      headers: { 'x-request-id': requestId, 'cache-control': 'no-cache' },
      contentType: 'text/event-stream; charset=utf-8',
      malformed: 'event: response.output_text.delta\ndata: {"type":"response.output_text.del\n\n',
      errorEvent: namedEvent('error', {
        type: 'error',
        code: 'server_error',
        message: 'The server had an error while processing your request. Sorry about that!',
        param: null,
        sequence_number: 999,
      }),
      failure: (kind, retryAfter) => statusFailure(kind, retryAfter, overflow),
      refuse: (failure) => refuse(failure, requestId),
      frames: (plan) => responseFrames(plan, items(plan), head),
      whole: (plan) => finishedResponse(plan, items(plan), head),
    },
    request.signal,
  );
}
