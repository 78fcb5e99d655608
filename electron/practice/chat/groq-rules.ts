import { badRequest } from '../base/failure.ts';
import { text } from '../base/json.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import { callsOf, type ChatSubject, functionOf, toolsOf } from './subject.ts';

const toolUseFailed = (message: string) =>
  badRequest(message, { code: 'tool_use_failed', details: { failed_generation: '' } });

export const GROQ_RULES: readonly Rule<ChatSubject>[] = [
  {
    // Reasoning is accepted only by models that reason.
    id: 'Q1',
    check: ({ messages, model }) =>
      firstOf(messages, (message, index) =>
        model.efforts.length === 0 && 'reasoning' in message
          ? badRequest(
              `'messages.${index}' : for 'role:assistant' the following must be satisfied[('messages.${index}' : property 'reasoning' is unsupported)]`,
            )
          : null,
      ),
  },
  {
    // The history names a tool that the request does not offer.
    id: 'Q2',
    check: ({ body, messages }) => {
      const offered = new Set(toolsOf(body).map((tool) => text(tool.name)));
      const called = messages.flatMap(callsOf).map((call) => text(functionOf(call).name));
      const absent = called.find((name) => !offered.has(name));
      return absent === undefined
        ? null
        : toolUseFailed(
            `tool call validation failed: attempted to call tool '${absent}' which was not in request.tools`,
          );
    },
  },
  {
    id: 'Q3',
    check: ({ body, model }) => {
      if (body.reasoning_format !== undefined && body.include_reasoning !== undefined)
        return badRequest('`include_reasoning` and `reasoning_format` cannot both be specified');
      if (body.reasoning_format !== undefined && model.efforts.length === 0)
        return badRequest('`reasoning_format` is not supported with this model');
      if (body.reasoning_format === 'raw' && toolsOf(body).length > 0)
        return badRequest('`reasoning_format` must be `parsed` or `hidden` when tools or JSON mode are used');
      const effort = body.reasoning_effort;
      if (typeof effort !== 'string' || model.efforts.includes(effort)) return null;
      return badRequest(
        model.efforts.length === 0
          ? '`reasoning_effort` is not supported with this model'
          : `\`reasoning_effort\` must be one of ${model.efforts.map((one) => `\`${one}\``).join(', ')}`,
      );
    },
  },
];
