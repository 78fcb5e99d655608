import { answer, type Workshop } from '../wire/answer.ts';
import { digest, idOf } from '../base/digest.ts';
import { badRequest } from '../base/failure.ts';
import { canonical, isObject, type Json, objects, text } from '../base/json.ts';
import { ANTHROPIC_RULES } from './table.ts';
import { BINDING_BETA } from './thinking-config-rules.ts';
import type { AnthropicSubject } from './subject.ts';
import { firstFailure } from '../rules/rule.ts';
import type { Plan } from '../script/plan.ts';
import { parseJson, TRANSPORT } from '../wire/parse-json.ts';
import { blocksOf, makeBlocks } from './blocks.ts';
import { clearToolUses } from './clear-tool-uses.ts';
import { anthropicFaults, missingModel, refuse } from './errors.ts';
import { listAnthropicModels } from './list-models.ts';
import { findAnthropicModel } from './models.ts';
import { readConversation } from './read-conversation.ts';
import { readSubject } from './read-subject.ts';
import { messageFrames, wholeMessage } from './render-answer.ts';
import { inputUsage, totalInput } from './usage.ts';

/** Maximum size of a body (A34). */
const LARGEST_BODY = 32 * 1024 * 1024;

/** The Messages API: `POST /v1/messages`, `POST /v1/messages/count_tokens`, `GET /v1/models`. */
export async function handleAnthropic(
  request: Request,
  path: string,
  workshop: Workshop,
  gateway = false,
): Promise<Response> {
  const raw = request.method === 'GET' ? '' : await request.text();
  const requestId = idOf('req_011C', 20, path, raw);
  if (request.method === 'GET' && path === '/v1/models') return listAnthropicModels(requestId);
  const counting = path === '/v1/messages/count_tokens';
  if (request.method !== 'POST' || !(counting || path === '/v1/messages'))
    return refuse({ status: 404, message: 'Not Found' }, requestId);
  if (raw.length > LARGEST_BODY) return refuse({ status: 413, message: 'Request exceeds the maximum size' }, requestId);

  const body = parseJson(raw);
  if (!isObject(body)) return refuse(badRequest('The request body is not valid JSON'), requestId);
  if (body.model === undefined) return refuse(badRequest('model: Field required'), requestId);
  const model = findAnthropicModel(body.model);
  if (!model) return refuse(missingModel(text(body.model)), requestId);

  const subject = readSubject(body, { headers: request.headers, model, seals: workshop.seals, gateway, counting });
  const failure = firstFailure(ANTHROPIC_RULES, subject);
  if (failure) return refuse(failure, requestId);

  const { body: seen, applied } = clearToolUses(body);
  const usage = inputUsage(withoutDropped(subject, seen));
  if (counting) {
    const original = { original_input_tokens: totalInput(inputUsage(withoutDropped(subject, body))) };
    const counts = { input_tokens: totalInput(usage), ...(applied && { context_management: original }) };
    return Response.json(counts, { headers: { 'request-id': requestId } });
  }

  const seed = digest(canonical(body, TRANSPORT), subject.account);
  const head = {
    id: idOf('msg_01', 22, seed),
    model: model.id,
    usage,
    transformations: transformations(subject),
    applied,
  };
  const omit = model.omits && !(isObject(body.thinking) && body.thinking.display === 'summarized');
  const blocks = (plan: Plan) => makeBlocks(plan, seed, omit, subject);
  return answer(
    workshop,
    readConversation(seen, model, subject.betas),
    {
      ...anthropicFaults(requestId, model),
      stream: body.stream === true,
      headers: { 'request-id': requestId, 'cache-control': 'no-cache' },
      contentType: 'text/event-stream; charset=utf-8',
      refuse: (failure) => refuse(failure, requestId),
      frames: (plan) => messageFrames(plan, blocks(plan), head),
      complete: (plan) => wholeMessage(plan, blocks(plan), head),
    },
    request,
  );
}

/**
 * Reports the blocks that the server left out, only with the beta header (SDK types 1.11.0, BetaInputTransformation).
 */
function transformations({ betas, thinking }: AnthropicSubject): Json[] | null {
  if (!betas.has(BINDING_BETA)) return null;
  return thinking()
    .blocks.filter((one) => one.drop !== null)
    .map(({ at, drop }) => ({ type: 'thinking_dropped', path: at.path, reason: drop }));
}

/** Blocks that the model doesn't see are not counted. */
function withoutDropped({ thinking }: AnthropicSubject, body: Json): Json {
  const dropped = new Set(
    thinking()
      .blocks.filter((one) => one.drop !== null)
      .map(({ at }) => at.block),
  );
  if (dropped.size === 0) return body;
  return {
    ...body,
    messages: objects(body.messages).map(({ role, content }) => ({
      role,
      content: blocksOf(content).filter((block) => !dropped.has(block)),
    })),
  };
}
