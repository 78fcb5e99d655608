import { badRequest, type Failure } from '../base/failure.ts';
import { type Json, objects, text } from '../base/json.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import { callsOf, type ChatSubject, resultsAfter, roleOf } from './subject.ts';

const order = (message: string): Failure =>
  badRequest(message, { type: 'invalid_request_message_order', code: '3230' });

/** The roles that may follow each role (M2). */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  system: ['system', 'user', 'assistant'],
  user: ['user', 'assistant', 'system'],
  assistant: ['assistant', 'user', 'tool', 'system'],
  tool: ['tool', 'assistant'],
};

const CALL_ID = /^[a-zA-Z0-9]{9}$/;

const idsOf = (message: Json): string[] => [
  ...callsOf(message).map((call) => text(call.id)),
  ...(message.role === 'tool' ? [text(message.tool_call_id)] : []),
];

const isBlank = (message: Json): boolean =>
  callsOf(message).length === 0 &&
  (typeof message.content === 'string' ? message.content === '' : objects(message.content).length === 0);

export const MISTRAL_RULES: readonly Rule<ChatSubject>[] = [
  {
    id: 'M1',
    check: ({ messages }) =>
      firstOf(messages.flatMap(idsOf), (id) =>
        CALL_ID.test(id)
          ? null
          : badRequest(`Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`, {
              type: 'invalid_function_call',
              code: '3280',
            }),
      ),
  },
  {
    id: 'M2',
    check: ({ messages }) =>
      firstOf(messages, (message, index) => {
        const before = messages[index - 1];
        const role = roleOf(message);
        if (before === undefined) return role === 'tool' ? order("Unexpected role 'tool'") : null;
        const allowed = NEXT[roleOf(before)]?.includes(role) ?? true;
        return allowed ? null : order(`Unexpected role '${role}' after role '${roleOf(before)}'`);
      }),
  },
  {
    id: 'M5',
    check: ({ messages }) =>
      firstOf(messages, (message, index) => {
        if (message.role !== 'assistant') return null;
        return callsOf(message).length === resultsAfter(messages, index).length
          ? null
          : order('Not the same number of function calls and responses');
      }),
  },
  {
    id: 'M3',
    check: ({ messages }) => {
      const last = messages.at(-1);
      const role = last ? roleOf(last) : 'user';
      return role === 'user' || role === 'tool' || last?.prefix === true
        ? null
        : order(`Expected last role User or Tool (or Assistant with prefix True) for serving but got ${role}`);
    },
  },
  {
    id: 'M4',
    check: ({ messages }) =>
      messages.some((message) => message.role === 'assistant' && isBlank(message))
        ? badRequest('Assistant message must have either content or tool_calls, but not none.', {
            type: 'invalid_request_assistant_message',
            code: '3240',
          })
        : null,
  },
  {
    // Mistral's own thinking chunks must be complete; foreign ones are refused.
    id: 'M4-signature',
    check: ({ messages, seals, model }) =>
      firstOf(
        messages.flatMap((message) => objects(message.content)),
        (chunk) => {
          if (chunk.type !== 'thinking') return null;
          const content = seals.open('mistral', text(chunk.signature));
          const said = objects(chunk.thinking)
            .map((part) => text(part.text))
            .join('');
          return content && content.model === model.id && content.text === said
            ? null
            : badRequest('Invalid signature in thinking chunk', { type: 'invalid_request_error', code: '3240' });
        },
      ),
  },
];
