import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json } from '../base/json.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import { callsOf, type ChatSubject } from './subject.ts';

const thinks = ({ body }: ChatSubject) => !(isObject(body.thinking) && body.thinking.type === 'disabled');

function missing(message: Json, { model }: ChatSubject): boolean {
  if (message.role !== 'assistant' || typeof message.reasoning_content === 'string') return false;
  return model.replay === 'always' || (model.replay === 'with-calls' && callsOf(message).length > 0);
}

/** DeepSeek V4 requires its reasoning back, its predecessor refused it (D1, D2). */
export const DEEPSEEK_RULES: readonly Rule<ChatSubject>[] = [
  {
    id: 'D1',
    check: (subject): Failure | null =>
      thinks(subject) && subject.messages.some((message) => missing(message, subject))
        ? badRequest('The `reasoning_content` in the thinking mode must be passed back to the API.', {
            code: 'invalid_request_error',
          })
        : null,
  },
  {
    id: 'D2',
    check: ({ messages, model }) =>
      model.replay === 'forbidden' && messages.some((message) => 'reasoning_content' in message)
        ? badRequest(
            'The `reasoning_content` is an intermediate result for display purposes only and will not be included in the context for inference. Please remove the `reasoning_content` from your message to reduce network traffic.',
            { code: 'invalid_request_error' },
          )
        : null,
  },
];

/** Kimi K3, at Fireworks and at Moonshot (F1). */
export const KIMI_RULES: readonly Rule<ChatSubject>[] = [
  {
    id: 'F1',
    check: (subject) =>
      firstOf(subject.messages, (message, index) =>
        missing(message, subject) && subject.body.reasoning_effort !== 'none'
          ? badRequest(
              `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${index}`,
            )
          : null,
      ),
  },
];
