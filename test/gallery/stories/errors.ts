import type { ErrorKind, ModelError } from '#core/error.ts';
import { Thread } from '../fixture.ts';
import type { Story, StoryGroup } from '../story.ts';

/** Every kind of error, with a message as vendors write it. */
const WORDS: Record<ErrorKind, string> = {
  aborted: 'Request was aborted.',
  auth: 'invalid x-api-key',
  billing: 'Your credit balance is too low to access the API.',
  quota: 'You exceeded your current quota, please check your plan and billing details.',
  rate_limit: 'This request would exceed your rate limit of 40,000 input tokens per minute.',
  overloaded: 'Overloaded',
  server: 'Internal server error',
  network: 'fetch failed',
  context_overflow: 'prompt is too long: 214201 tokens > 200000 maximum',
  invalid_signature: 'messages.3.content.0: Invalid `signature` in `thinking` block',
  prefix_binding: 'messages.3.content.0: this block is bound to a different conversation',
  thinking_modified: '`thinking` blocks in the latest assistant message cannot be modified.',
  thinking_block_order: 'Expected `thinking`, but found `text`.',
  thinking_disabled_violation: 'When thinking is disabled, a message must not contain `thinking`.',
  prefill_unsupported: 'This model does not support assistant message prefill.',
  tool_result_missing: '`tool_use` ids were found without `tool_result` blocks immediately after: toolu_01',
  orphan_tool_result: 'unexpected `tool_use_id` found in `tool_result` blocks: toolu_02',
  tool_pairing: 'The number of function response parts must equal the number of function call parts.',
  unavailable_tool: 'Tool `search` is not available.',
  empty_content: 'all messages must have non-empty content',
  invalid_tool_schema: 'tools.0.custom.input_schema: JSON schema is invalid.',
  missing_thought_signature: 'Function call is missing a thought_signature in functionCall parts.',
  unsupported_parameter: "Unsupported parameter: 'temperature' is not supported with this model.",
  invalid_parameter: 'max_tokens: 300000 > 64000, which is the maximum for this model.',
  refused: 'Your request was flagged as potentially violating our usage policy.',
  model_not_found: 'model: claude-sonnet-5-5',
  cut_off: 'The stream ended before message_stop.',
  not_an_answer: 'text/html',
  unknown: 'Something went wrong.',
};

function failure(error: Partial<ModelError> & { kind: ErrorKind }): ModelError {
  return {
    retryable: false,
    message: WORDS[error.kind],
    vendor: 'anthropic',
    status: 400,
    requestId: 'req_011CVFxz',
    ...error,
  };
}

/** A session in which every answer fails. */
function failed(id: string, title: string, ...all: ModelError[]): Story {
  const thread = new Thread(id, title);
  for (const error of all) thread.user(`What about ${error.code ?? error.kind}?`).failed(error);
  return { id, title, route: `/s/${id}`, userTexts: Object.values(WORDS), stored: () => thread.fixture() };
}

/** Codes of Baton and its host. */
const CODES: readonly [code: string, kind: ErrorKind][] = [
  ['no_model', 'unknown'],
  ['secrets_locked', 'auth'],
  ['host_unreachable', 'network'],
  ['earlier_window', 'auth'],
  ['message_too_long', 'context_overflow'],
  ['pause_turn', 'unknown'],
];

const kinds = Object.keys(WORDS) as ErrorKind[];
const AT_ONCE = 3;

export const errors: StoryGroup = {
  title: 'Failures',
  stories: [
    ...kinds.flatMap((_, at) => {
      const some = kinds.slice(at, at + AT_ONCE);
      const title = some.map((kind) => kind.replaceAll('_', ' ')).join(', ');
      return at % AT_ONCE === 0
        ? [failed(`errors-${at / AT_ONCE + 1}`, title, ...some.map((kind) => failure({ kind })))]
        : [];
    }),
    failed(
      'errors-own',
      'Codes of Baton and its host',
      ...CODES.map(([code, kind]) => failure({ kind, code, message: '' })),
    ),
    {
      id: 'error-with-text',
      title: 'After half an answer, with a whole page as its words',
      route: '/s/error-with-text',
      stored: () =>
        new Thread('error-with-text', 'Cut off')
          .user('What is a baton?')
          .failed(
            failure({ kind: 'cut_off', retryable: true, message: '<html>'.padEnd(2000, ' nothing to see') }),
            'A baton is',
          )
          .fixture(),
    },
  ],
};
