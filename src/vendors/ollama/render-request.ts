import type { Part } from '#core/message.ts';
import type { ThinkingLevel } from '#core/model.ts';
import type { NormalizedMessage, NormalizedRequest, Target } from '#core/request.ts';
import type { ThinkingSupport } from '#core/vendors/base/model-facts.ts';
import { mergeContinuedText } from '../base/continued-text.ts';
import type { Rendered } from '../base/rendered.ts';
import { pickEffort } from '../base/thinking-effort.ts';
import { argumentsObject } from '../base/tool-arguments.ts';
import type { OllamaBody, OllamaTurn } from './ollama-chunk.ts';

const textsOf = ({ parts }: { parts: readonly Part[] }): string =>
  parts
    .flatMap((part) => ((part.type === 'text' || part.type === 'refusal') && part.text !== '' ? [part.text] : []))
    .join('\n\n');

function userTurns(message: NormalizedMessage): OllamaTurn[] {
  const results = message.parts.flatMap((part): OllamaTurn[] =>
    part.type === 'tool_result' ? [{ role: 'tool', tool_name: part.name ?? '', content: part.text }] : [],
  );
  const images = message.parts.flatMap((part) => (part.type === 'image' ? [part.data] : []));
  const content = textsOf(message);
  if (content === '' && images.length === 0) return results;
  return [...results, { role: 'user', content, ...(images.length > 0 && { images }) }];
}

function assistantTurns(message: NormalizedMessage): OllamaTurn[] {
  const parts = mergeContinuedText(message.parts);
  const calls = parts.filter((part) => part.type === 'tool_call');
  const content = textsOf({ parts });
  if (content === '' && calls.length === 0) return [];
  return [
    {
      role: 'assistant',
      content,
      ...(message.reasoning ? { thinking: message.reasoning } : {}),
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ name, args }) => ({ function: { name, arguments: argumentsObject(args) } })),
      }),
    },
  ];
}

export const renderMessages = (messages: readonly NormalizedMessage[]): OllamaTurn[] =>
  messages.flatMap((message) => (message.role === 'assistant' ? assistantTurns(message) : userTurns(message)));

/** Nothing for a model that doesn't think, and for one of which that isn't known: the field is refused there (L2). */
function think(level: ThinkingLevel, support: ThinkingSupport): Pick<OllamaBody, 'think'> {
  if (support.kind !== 'effort' && support.kind !== 'toggle') return {};
  if (level === 'off' && support.off) return { think: false };
  return { think: pickEffort(level, support.efforts, support.off) ?? true };
}

export function renderBody(
  messages: OllamaTurn[],
  request: NormalizedRequest,
  { model }: Target,
): Rendered<OllamaBody> {
  return {
    body: {
      model: model.id,
      stream: true,
      truncate: false,
      shift: false,
      messages: request.system ? [{ role: 'system', content: request.system }, ...messages] : messages,
      ...think(request.thinking, model.thinking),
      ...(request.tools.length > 0 && {
        tools: request.tools.map((tool) => ({
          type: 'function',
          function: {
            name: tool.name,
            ...(tool.description !== undefined && { description: tool.description }),
            parameters: tool.inputSchema,
          },
        })),
      }),
      options: {
        num_predict: request.maxOutputTokens,
        // One that differs from what is loaded loads the model again, so it is the same in every request.
        ...(model.contextWindow !== null && { num_ctx: model.contextWindow }),
      },
    },
    headers: {},
  };
}
