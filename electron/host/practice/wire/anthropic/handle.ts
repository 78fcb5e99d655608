import { answer, type Workshop } from '../../answer.ts';
import { digest, idOf } from '../../digest.ts';
import { badRequest } from '../../failure.ts';
import { canonical, isObject, type Json } from '../../json.ts';
import type { Plan, Step } from '../../script/plan.ts';
import { makeBlocks } from './blocks.ts';
import { anthropicFaults, refuse } from './errors.ts';
import { findAnthropicModel } from './models.ts';
import { readConversation } from './read-conversation.ts';
import { messageFrames, wholeMessage } from './render-answer.ts';
import { inputUsage, totalInput } from './usage.ts';
import { listAnthropicModels } from './list-models.ts';
import { parseJson } from '../parse-json.ts';

/** The Messages API: `POST /v1/messages`, `POST /v1/messages/count_tokens`, `GET /v1/models`. */
export async function handleAnthropic(request: Request, path: string, workshop: Workshop): Promise<Response> {
  const raw = request.method === 'GET' ? '' : await request.text();
  const requestId = idOf('req_011C', 20, path, raw);
  if (request.method === 'GET' && path === '/v1/models') return listAnthropicModels(requestId);
  const counting = path === '/v1/messages/count_tokens';
  if (request.method !== 'POST' || !(counting || path === '/v1/messages'))
    return refuse({ status: 404, message: 'Not Found' }, requestId);

  const body = parseJson(raw);
  if (!isObject(body)) return refuse(badRequest('The request body is not valid JSON'), requestId);
  const model = findAnthropicModel(body.model);
  if (!model) return refuse({ status: 404, message: `model: ${String(body.model)}` }, requestId);

  const usage = inputUsage(body);
  if (counting) return Response.json({ input_tokens: totalInput(usage) }, { headers: { 'request-id': requestId } });

  const seed = digest(canonical(body));
  const head = { id: idOf('msg_01', 22, seed), model: model.id, usage, transformations: null };
  const omit = model.omits && !(isObject(body.thinking) && body.thinking.display === 'summarized');
  const sign = (step: Step, before: readonly Json[]) =>
    workshop.seals.seal('anthropic', { text: digest('text' in step ? step.text : ''), at: before.length });
  const blocks = (plan: Plan) => makeBlocks(plan, seed, omit, { sign });
  return answer(
    workshop,
    readConversation(body, model),
    {
      ...anthropicFaults(requestId, model.window),
      stream: body.stream === true,
      headers: { 'request-id': requestId, 'cache-control': 'no-cache' },
      contentType: 'text/event-stream; charset=utf-8',
      refuse: (failure) => refuse(failure, requestId),
      frames: (plan) => messageFrames(plan, blocks(plan), head),
      whole: (plan) => wholeMessage(plan, blocks(plan), head),
    },
    request.signal,
  );
}
