import { answer, type Workshop } from '../wire/answer.ts';
import { digest, hexId, idOf } from '../base/digest.ts';
import { badRequest, type Failure } from '../base/failure.ts';
import { CHAT_REFUSALS } from '../wire/refusals.ts';
import { canonical, isObject, objects, text } from '../base/json.ts';
import { chatRules } from './table.ts';
import { firstFailure } from '../rules/rule.ts';
import { accountOf } from '../wire/account.ts';
import { MALFORMED, statusFailure } from '../wire/openai-errors.ts';
import { promptTokens } from '../wire/openai-usage.ts';
import { parseJson, TRANSPORT } from '../wire/parse-json.ts';
import { listOpenAIModels } from '../wire/openai-models.ts';
import type { ChatDialect } from './dialect.ts';
import { fitPrompt } from './fit-prompt.ts';
import { readConversation } from './read-conversation.ts';
import { showReasoning } from './reasoning.ts';
import { completionFrames, wholeCompletion } from './render-answer.ts';

function refuse(failure: Failure, requestId: string, dialect: ChatDialect): Response {
  const headers = { 'x-request-id': requestId, ...failure.headers };
  const body = dialect.errorBody(failure);
  return body === null
    ? new Response(null, { status: failure.status, headers })
    : Response.json(body, { status: failure.status, headers });
}

const missingModel = (id: string): Failure => ({
  status: 404,
  message: `The model \`${id}\` does not exist or you do not have access to it.`,
  code: 'model_not_found',
});

/** Chat Completions as OpenAI and the compatible vendors implement it. */
export async function handleChat(
  request: Request,
  path: string,
  dialect: ChatDialect,
  workshop: Workshop,
): Promise<Response> {
  const raw = request.method === 'GET' ? '' : await request.text();
  const requestId = hexId('req_', 32, dialect.id, path, raw);
  const refuseWith = (failure: Failure) => refuse(failure, requestId, dialect);
  const route = path.startsWith(dialect.base) ? path.slice(dialect.base.length) : path;
  if (request.method === 'GET' && route === '/models') return listOpenAIModels(dialect.models, requestId);
  if (request.method !== 'POST' || route !== '/chat/completions')
    return refuseWith({ status: 404, message: `Invalid URL (${request.method} ${path})` });

  const body = parseJson(raw);
  if (!isObject(body)) return refuseWith(badRequest('We could not parse the JSON body of your request.'));
  const id = text(body.model);
  const model = dialect.models.find((one) => one.id === id) ?? dialect.otherModel?.(id);
  if (!model) return refuseWith(missingModel(id));

  const account = accountOf(request.headers);
  const subject = { body, model, dialect, messages: objects(body.messages), seals: workshop.seals, account };
  const failure = firstFailure(chatRules(dialect), subject);
  if (failure) return refuseWith(failure);

  const read = fitPrompt(body, model.loaded);
  const seed = digest(canonical(body, TRANSPORT), account);
  const options = isObject(body.stream_options) ? body.stream_options : {};
  const context = { model: model.id, account, seed, seals: workshop.seals };
  const head = {
    id: idOf('chatcmpl-', 29, seed),
    model: model.id,
    created: Math.floor(workshop.clock.now() / 1000),
    prompt: promptTokens([read.tools], objects(read.messages)),
    dialect,
    reasoning: showReasoning(dialect.reasoning, context),
    callHead: (name: string, index: number) => ({
      id: dialect.callId(seed, name, index),
      ...dialect.callFields?.({ name, index }, context),
    }),
    includeUsage: options.include_usage === true,
  };
  const faultOf: Parameters<typeof answer>[2]['failure'] = (kind, retryAfter) =>
    statusFailure(kind, retryAfter, dialect.overflow(model));
  return answer(
    workshop,
    readConversation(read, model, dialect),
    {
      stream: body.stream === true,
      headers: { 'x-request-id': requestId, 'cache-control': 'no-cache' },
      contentType: 'text/event-stream; charset=utf-8',
      malformed: MALFORMED,
      errorEvent: dialect.errorEvent(faultOf(500, null)),
      failure: faultOf,
      missingModel: missingModel(id),
      refusals: CHAT_REFUSALS,
      refuse: refuseWith,
      frames: (plan) => completionFrames(plan, head),
      complete: (plan) => wholeCompletion(plan, head),
    },
    request,
  );
}
