import { badRequest } from '../base/failure.ts';
import { firstOf, type Rule } from '../rules/rule.ts';
import { type ChatSubject, roleOf, toolsOf } from './subject.ts';

/** Ollama's answer depends on the model's template (L1, L2). */
export const OLLAMA_RULES: readonly Rule<ChatSubject>[] = [
  {
    id: 'L1',
    check: ({ body, model }) =>
      !model.tools && toolsOf(body).length > 0
        ? badRequest(`registry.ollama.ai/library/${model.id} does not support tools`)
        : null,
  },
  {
    id: 'L2',
    check: ({ body, model }) => {
      const asked = body.reasoning_effort ?? body.think;
      const wants = asked !== undefined && asked !== null && asked !== false && asked !== 'none';
      return wants && model.efforts.length === 0 ? badRequest(`"${model.id}" does not support thinking`) : null;
    },
  },
];

const ALTERNATE =
  'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...';

/** Servers that apply a model's own chat template (Z2): a tool result counts as a user message. */
export const TEMPLATE_RULES: readonly Rule<ChatSubject>[] = [
  {
    id: 'Z2',
    check: ({ messages }) => {
      const [first] = messages;
      const rest = first && roleOf(first) === 'system' ? messages.slice(1) : messages;
      let expected = 'user';
      return firstOf(rest, (message, index) => {
        const role = roleOf(message);
        if (role === 'tool') {
          expected = 'assistant';
          return null;
        }
        // After a tool round comes the assistant, or the user's next message.
        const afterTool = index > 0 && rest[index - 1]?.role === 'tool';
        if (role !== expected && !afterTool) return badRequest(ALTERNATE);
        expected = role === 'user' ? 'assistant' : 'user';
        return null;
      });
    },
  },
];
