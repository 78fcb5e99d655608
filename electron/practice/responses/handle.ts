import { answer, type Workshop } from '../wire/answer.ts';
import { digest, hexId } from '../base/digest.ts';
import { badRequest, type Failure } from '../base/failure.ts';
import { RESPONSES_REFUSALS } from '../wire/refusals.ts';
import { canonical, isObject, type Json, text } from '../base/json.ts';
import { responsesRules } from './table.ts';
import { firstFailure } from '../rules/rule.ts';
import type { Plan } from '../script/plan.ts';
import { namedEvent } from '../base/sse.ts';
import { accountOf } from '../wire/account.ts';
import { statusFailure } from '../wire/openai-errors.ts';
import { promptTokens } from '../wire/openai-usage.ts';
import { parseJson, TRANSPORT } from '../wire/parse-json.ts';
import { listOpenAIModels } from '../wire/openai-models.ts';
import type { ResponsesDialect } from './dialect.ts';
import { makeItems } from './items.ts';
import type { ResponsesModel } from './models.ts';
import { itemsOf, readConversation, typeOf } from './read-conversation.ts';
import { type AnswerHead, finishedResponse, responseFrames, responseObject } from './render-answer.ts';

const refuse = (failure: Failure, requestId: string, dialect: ResponsesDialect): Response =>
  Response.json(dialect.errorBody(failure), {
    status: failure.status,
    headers: { 'x-request-id': requestId, ...failure.headers },
  });

/** The fields of the request that a response repeats. */
function echoed(body: Json, model: ResponsesModel): Json {
  const reasoning = isObject(body.reasoning) ? body.reasoning : {};
  return {
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    model: model.id,
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    reasoning: {
      effort: model.efforts.length === 0 ? null : (reasoning.effort ?? model.defaultEffort),
      summary: reasoning.summary ?? null,
    },
    store: body.store ?? true,
    temperature: body.temperature ?? 1,
    text: { format: { type: 'text' }, verbosity: 'medium' },
    tool_choice: body.tool_choice ?? 'auto',
    tools: body.tools ?? [],
    top_p: body.top_p ?? 1,
    truncation: body.truncation ?? 'disabled',
  };
}

const missingModel = (id: string): Failure =>
  badRequest(`The requested model '${id}' does not exist.`, { code: 'model_not_found', param: 'model' });

/** The Responses API: `POST /v1/responses`, `GET /v1/models`. */
export async function handleResponses(
  request: Request,
  path: string,
  dialect: ResponsesDialect,
  workshop: Workshop,
): Promise<Response> {
  const raw = request.method === 'GET' ? '' : await request.text();
  const requestId = hexId('req_', 32, dialect.id, path, raw);
  const refuseWith = (failure: Failure) => refuse(failure, requestId, dialect);
  if (request.method === 'GET' && path === '/v1/models') return listOpenAIModels(dialect.models, requestId);
  if (request.method !== 'POST' || path !== '/v1/responses')
    return refuseWith({ status: 404, message: `Invalid URL (${request.method} ${path})` });

  const body = parseJson(raw);
  if (!isObject(body)) return refuseWith(badRequest('We could not parse the JSON body of your request.'));
  const model = dialect.models.find((one) => one.id === body.model);
  if (!model) return refuseWith(missingModel(text(body.model)));

  const { seals } = workshop;
  const account = accountOf(request.headers);
  const sent = itemsOf(body.input);
  const named = body.previous_response_id;
  const before = typeof named === 'string' ? workshop.stored.read(named, account) : null;
  const items = [
    ...(before ?? []),
    ...sent.map((item) =>
      typeOf(item) === 'item_reference' ? (workshop.stored.item(text(item.id), account) ?? item) : item,
    ),
  ];
  const failure = firstFailure(responsesRules(dialect), {
    body,
    model,
    dialect,
    sent,
    items,
    previous: typeof named === 'string' ? before !== null : null,
    isStored: (id) => workshop.stored.item(id, account) !== null,
    seals,
    account,
  });
  if (failure) return refuseWith(failure);

  const seed = digest(canonical(body, TRANSPORT), account);
  const reasoning = isObject(body.reasoning) ? body.reasoning : {};
  const included: unknown[] = Array.isArray(body.include) ? body.include : [];
  const head: AnswerHead = {
    id: hexId('resp_', 48, seed),
    created: Math.floor(workshop.clock.now() / 1000),
    prompt: promptTokens([body.instructions, body.tools], items),
    echoed: echoed(body, model),
  };
  const made = (plan: Plan) =>
    makeItems(plan, {
      answer: seed,
      dialect: dialect.id,
      model: model.id,
      account,
      seals,
      include: new Set(included),
      summary: dialect.alwaysSummary || (reasoning.summary !== undefined && reasoning.summary !== null),
      encrypted: body.store === false || included.includes('reasoning.encrypted_content'),
    });
  const finished = (plan: Plan) => {
    const output = made(plan);
    if (body.store !== false)
      workshop.stored.keep(head.id, { account, items: [...items, ...output.map(({ item }) => item)] });
    return output;
  };
  const faultOf = (kind: Parameters<typeof statusFailure>[0], retryAfter: Parameters<typeof statusFailure>[1]) =>
    statusFailure(kind, retryAfter, dialect.overflow(model));
  return answer(
    workshop,
    readConversation({ ...body, input: items }, model),
    {
      stream: body.stream === true,
      headers: { 'x-request-id': requestId, 'cache-control': 'no-cache' },
      contentType: 'text/event-stream; charset=utf-8',
      malformed: 'event: response.output_text.delta\ndata: {"type":"response.output_text.del\n\n',
      errorEvent: errorEvent(faultOf(500, null)),
      failedEvent: failedEvent(head, faultOf(500, null)),
      failure: faultOf,
      missingModel: missingModel(model.id),
      refusals: RESPONSES_REFUSALS,
      refuse: refuseWith,
      frames: (plan) => responseFrames(plan, finished(plan), head),
      complete: (plan) => finishedResponse(plan, finished(plan), head),
    },
    request,
  );
}

/** Has a high number, because the number of events before it is not known here. */
const errorEvent = ({ message, code }: Failure): string =>
  namedEvent('error', {
    type: 'error',
    code: code ?? 'server_error',
    message,
    param: null,
    sequence_number: 9999,
  });

const failedEvent = (head: AnswerHead, { message }: Failure): string =>
  namedEvent('response.failed', {
    type: 'response.failed',
    sequence_number: 9999,
    response: responseObject(head, 'failed', [], { error: { code: 'server_error', message } }),
  });
