import type { ErrorClass } from '#core/errors/classify-error.ts';
import { ACCOUNT_TEXTS } from './account-error-texts.ts';
import { COMPATIBLE_TEXTS } from './compatible-error-texts.ts';

/** Errors observed from vendors (vendor-rules sections 1-7) and what they mean. */
export const ERROR_TEXTS: readonly (readonly [
  text: string,
  expected: Partial<ErrorClass> & { kind: ErrorClass['kind'] },
])[] = [
  // A removed or nonexistent model: Anthropic, OpenAI, Groq, Cerebras, xAI, Mistral, DeepSeek, Fireworks, Google,
  // OpenRouter, Ollama, vLLM, LiteLLM
  ['model: claude-2', { kind: 'model_not_found', retryable: false }],
  ['The model `gpt-9` does not exist or you do not have access to it.', { kind: 'model_not_found' }],
  ["The requested model 'gpt-9' does not exist.", { kind: 'model_not_found' }],
  [
    'The model `gpt-4-vision-preview` has been deprecated, learn more here: https://platform.openai.com/docs/deprecations',
    { kind: 'model_not_found' },
  ],
  [
    'The model `llama3-70b-8192` has been decommissioned and is no longer supported. Please refer to https://console.groq.com/docs/deprecations for a recommendation on which model to use instead.',
    { kind: 'model_not_found' },
  ],
  ['Model llama-9 does not exist or you do not have access to it.', { kind: 'model_not_found' }],
  [
    'The model grok-9 does not exist or your team 1234 does not have access to it. Please ensure you are using the correct API key.',
    { kind: 'model_not_found' },
  ],
  ['Invalid model: mistral-enormous', { kind: 'model_not_found' }],
  ['Model Not Exist', { kind: 'model_not_found' }],
  ['Model not found, inaccessible, and/or not deployed', { kind: 'model_not_found' }],
  [
    'models/gemini-9 is not found for API version v1beta, or is not supported for streamGenerateContent. Call ListModels to see the list of available models and their supported methods.',
    { kind: 'model_not_found' },
  ],
  [
    'This model models/gemini-2.5-flash is no longer available to new users. Please update your code to use a newer model for the latest features and improvements.',
    { kind: 'model_not_found' },
  ],
  ['No endpoints found for stepfun/step-3.5-flash:free.', { kind: 'model_not_found' }],
  ['openai/gpt-9 is not a valid model ID', { kind: 'model_not_found' }],
  ['model "qwen9" not found, try pulling it first', { kind: 'model_not_found' }],
  ["model 'qwen9:latest' not found", { kind: 'model_not_found' }],
  ['The model `meta-llama/Llama-9` does not exist.', { kind: 'model_not_found' }],
  [
    'Invalid model name passed in model=gpt-9. Call `/v1/models` to view available models for your key.',
    { kind: 'model_not_found' },
  ],
  // Anthropic
  ['`temperature` may only be set to 1 when thinking is enabled.', { kind: 'invalid_parameter' }],
  ['messages: first message must use the "user" role', { kind: 'tool_pairing' }],
  [
    'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row',
    { kind: 'tool_pairing' },
  ],
  ['messages: at least one message is required', { kind: 'empty_content' }],
  ['messages: text content blocks must be non-empty', { kind: 'empty_content' }],
  ['messages: text content blocks must contain non-whitespace text', { kind: 'empty_content' }],
  [
    'messages.9.content.0.thinking: each thinking block must contain non-whitespace thinking',
    { kind: 'empty_content', messageIndex: 9 },
  ],
  [
    'messages.0: all messages must have non-empty content except for the optional final assistant message',
    { kind: 'empty_content', messageIndex: 0 },
  ],
  ['messages: final assistant content cannot end with trailing whitespace', { kind: 'prefill_unsupported' }],
  [
    'This model does not support assistant message prefill. The conversation must end with a user message.',
    { kind: 'prefill_unsupported' },
  ],
  [
    "messages.1.content.1.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    { kind: 'tool_pairing', messageIndex: 1 },
  ],
  ['messages.1.content.1: `tool_use` ids must be unique', { kind: 'tool_pairing', messageIndex: 1 }],
  [
    'messages.6: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    { kind: 'tool_result_missing', messageIndex: 6 },
  ],
  ['Did not find 2 tool_result block(s) at the beginning of this message', { kind: 'tool_result_missing' }],
  [
    'messages.12.content.1: unexpected `tool_use_id` found in `tool_result` blocks: toolu_01. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
    { kind: 'orphan_tool_result', messageIndex: 12 },
  ],
  [
    'unexpected `tool_use_id` found in `advisor_tool_result` blocks: srvtoolu_01. Each `advisor_tool_result` block must have a corresponding `server_tool_use` block before it.',
    { kind: 'orphan_tool_result' },
  ],
  [
    'tools.5.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
    { kind: 'invalid_tool_schema', toolIndex: 5 },
  ],
  ['tools: Tool names must be unique.', { kind: 'invalid_tool_schema' }],
  ["all content must be type 'text' if 'is_error' is true", { kind: 'invalid_parameter' }],
  ['Thinking may not be enabled when tool_choice forces tool use.', { kind: 'unsupported_parameter' }],
  ['tool_choice: type "tool" and "any" are not supported for this model.', { kind: 'unsupported_parameter' }],
  [
    'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks).',
    { kind: 'thinking_block_order', messageIndex: 1 },
  ],
  [
    'messages.1.content.0.type: Expected thinking or redacted_thinking, but found tool_use. When thinking is enabled, a final assistant message must start with a thinking block',
    { kind: 'thinking_block_order', messageIndex: 1 },
  ],
  [
    'messages.3.content.0.type: Expected `thinking` or `redacted_thinking`, but found `text`.',
    { kind: 'thinking_block_order', messageIndex: 3 },
  ],
  [
    'messages.1.content.0: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. To use thinking blocks, enable `thinking` in your request.',
    { kind: 'thinking_disabled_violation', messageIndex: 1 },
  ],
  ['messages.1.content.0: Invalid `signature` in `thinking` block', { kind: 'invalid_signature', messageIndex: 1 }],
  ['messages.647.content.0.thinking.signature: Field required', { kind: 'invalid_signature', messageIndex: 647 }],
  [
    'messages.5.content.1: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
    { kind: 'thinking_modified', messageIndex: 5 },
  ],
  [
    'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block". That setting requires the `thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header. The `system` prompt differs from the one this block was created with.',
    { kind: 'prefix_binding', messageIndex: 1 },
  ],
  ['thinking.block_binding: Extra inputs are not permitted', { kind: 'unsupported_parameter' }],
  [
    '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    { kind: 'unsupported_parameter' },
  ],
  ['"thinking.type.disabled" is not supported for this model.', { kind: 'unsupported_parameter' }],
  ['adaptive thinking is not supported on this model', { kind: 'unsupported_parameter' }],
  [
    "thinking: Input tag 'adaptive' found using 'type' does not match any of the expected tags: 'disabled', 'enabled'",
    { kind: 'unsupported_parameter' },
  ],
  ['thinking.enabled.budget_tokens: Input should be greater than or equal to 1024', { kind: 'invalid_parameter' }],
  ['`max_tokens` must be greater than `thinking.budget_tokens`.', { kind: 'invalid_parameter' }],
  ['A maximum of 4 blocks with cache_control may be provided. Found 5.', { kind: 'invalid_parameter' }],
  [
    'messages.3.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
    { kind: 'invalid_parameter', messageIndex: 3 },
  ],
  ['prompt is too long: 213462 tokens > 200000 maximum', { kind: 'context_overflow', current: 213462, max: 200000 }],
  [
    'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000',
    { kind: 'context_overflow', current: 209573, max: 200000 },
  ],
  ['Your credit balance is too low to access the Anthropic API.', { kind: 'billing' }],

  // OpenAI Chat
  [
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_1",
    { kind: 'tool_result_missing' },
  ],
  ['(insufficient tool messages following tool_calls message)', { kind: 'tool_result_missing' }],
  [
    "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    { kind: 'orphan_tool_result' },
  ],
  [
    "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 43 instead.",
    { kind: 'tool_pairing', messageIndex: 2 },
  ],
  [
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    { kind: 'unsupported_parameter' },
  ],
  [
    "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
    { kind: 'unsupported_parameter' },
  ],
  [
    'Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions. Please use /v1/responses instead.',
    { kind: 'unsupported_parameter' },
  ],
  [
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130123 tokens.",
    { kind: 'context_overflow', current: 130123, max: 128000 },
  ],
  ['Your input exceeds the context window of this model. Please adjust your input.', { kind: 'context_overflow' }],
  [
    "Invalid schema for function 'notion__search': schema must have type 'object' and not have 'oneOf' at the top level",
    { kind: 'invalid_tool_schema', toolName: 'notion__search' },
  ],
  ['You exceeded your current quota, please check your plan and billing details.', { kind: 'quota', retryable: false }],

  // OpenAI Responses
  ["Item 'rs_1' of type 'reasoning' was provided without its required following item.", { kind: 'invalid_signature' }],
  [
    "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'.",
    { kind: 'invalid_signature' },
  ],
  [
    "Item 'msg_1' of type 'message' was provided without its required 'reasoning' item: 'rs_1'.",
    { kind: 'invalid_signature' },
  ],
  [
    'The encrypted content gAAA could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
    { kind: 'invalid_signature' },
  ],
  [
    'The encrypted content gAAA could not be verified. Reason: Encrypted content item_id did not match the target item id.',
    { kind: 'invalid_signature' },
  ],
  [
    'The encrypted content gAAA could not be verified. Reason: Encrypted content organization_id did not match.',
    { kind: 'invalid_signature' },
  ],
  ['The encrypted content for item cmp_1 could not be verified', { kind: 'invalid_signature' }],
  ['Encrypted content is not supported with this model.', { kind: 'unsupported_parameter' }],
  [
    "Item with id 'rs_1' not found. Items are not persisted when 'store' is set to false. Try again with 'store' set to true, or remove this item from your input.",
    { kind: 'invalid_signature' },
  ],
  ["Invalid 'input[3].id': 'call_1'. Expected an ID that begins with 'fc'.", { kind: 'tool_pairing', messageIndex: 3 }],
  [
    "Invalid 'input[2].call_id': string too long. Expected a string with maximum length 64, but got a string with length 391 instead.",
    { kind: 'tool_pairing', messageIndex: 2 },
  ],
  ['No tool output found for function call call_1.', { kind: 'tool_result_missing' }],
  ['No tool call found for function call output with call_id call_1.', { kind: 'orphan_tool_result' }],
  ['Duplicate item found with id fc_1', { kind: 'tool_pairing' }],
  ["Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.", { kind: 'invalid_parameter' }],

  // Gemini
  ['contents is not specified', { kind: 'empty_content' }],
  ['Please use a valid role: user, model.', { kind: 'tool_pairing' }],
  [
    'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
    { kind: 'tool_pairing' },
  ],
  ['Please ensure that function response turn comes immediately after a function call turn.', { kind: 'tool_pairing' }],
  [
    'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    { kind: 'tool_pairing' },
  ],
  [
    '* GenerateContentRequest.contents[1].parts: contents.parts must not be empty.',
    { kind: 'empty_content', messageIndex: 1 },
  ],
  ['Unable to submit request because it must include at least one parts field', { kind: 'empty_content' }],
  ['Unable to submit request because it has an empty text parameter. Add a value', { kind: 'empty_content' }],
  [
    "GenerateContentRequest.contents[1].parts[0].data: required oneof field 'data' must have one initialized field",
    { kind: 'empty_content', messageIndex: 1 },
  ],
  [
    '* GenerateContentRequest.tools[0].function_declarations[9].name: Invalid function name. Must start with a letter or an underscore.',
    { kind: 'invalid_tool_schema', toolIndex: 9 },
  ],
  [
    'Invalid JSON payload received. Unknown name "additionalProperties" at \'tools[0].function_declarations[0].parameters\': Cannot find field.',
    { kind: 'invalid_tool_schema', toolIndex: 0 },
  ],
  ['Proto field is not repeating, cannot start list.', { kind: 'invalid_tool_schema' }],
  // Vertex (opencode#15795, 2026-03).
  [
    'Unable to submit request because `fs__find` functionDeclaration `parameters.comments` schema specified other fields alongside any_of. When using any_of, it must be the only field set.',
    { kind: 'invalid_tool_schema', toolName: 'fs__find' },
  ],
  [
    'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:Bash`, position 2.',
    { kind: 'missing_thought_signature', toolName: 'Bash' },
  ],
  ['Corrupted thought signature.', { kind: 'invalid_signature' }],
  ['Invalid thought signature.', { kind: 'invalid_signature' }],
  ['Budget 0 is invalid. This model only works in thinking mode.', { kind: 'invalid_parameter' }],
  [
    'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).',
    { kind: 'context_overflow', current: 1196265, max: 1048575 },
  ],
  ['The model is overloaded. Please try again later.', { kind: 'overloaded', retryable: true }],

  // Groq, Cerebras, DeepSeek, Mistral, xAI, OpenRouter, Ollama, others
  [
    "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]",
    { kind: 'unsupported_parameter', messageIndex: 1 },
  ],
  [
    "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
    { kind: 'server', retryable: true },
  ],
  [
    'tool call validation failed: parameters for tool read_file did not match schema: errors',
    { kind: 'server', retryable: true, toolName: 'read_file' },
  ],
  [
    "attempted to call tool 'web_search' which was not in request.tools",
    { kind: 'unavailable_tool', toolName: 'web_search' },
  ],
  ['Please reduce the length of the messages or completion.', { kind: 'context_overflow' }],
  [
    'Request too large for model `x` in organization on tokens per minute (TPM): Limit 6000, Requested 7000',
    { kind: 'rate_limit', retryable: true },
  ],
  [
    "messages.2.assistant.reasoning_content: property 'messages.2.assistant.reasoning_content' is unsupported",
    { kind: 'unsupported_parameter', messageIndex: 2 },
  ],
  ['The `reasoning_content` in the thinking mode must be passed back to the API.', { kind: 'thinking_block_order' }],
  ['Tool call id was call_123 but must be a-z, A-Z, 0-9, with a length of 9.', { kind: 'tool_pairing' }],
  ["Unexpected role 'user' after role 'tool'", { kind: 'tool_pairing' }],
  ["Unexpected role 'tool' after role 'user'", { kind: 'tool_pairing' }],
  [
    'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
    { kind: 'prefill_unsupported' },
  ],
  ['Not the same number of function calls and responses', { kind: 'tool_pairing' }],
  [
    'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
    { kind: 'context_overflow', current: 40000, max: 32768 },
  ],
  [
    'Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous response.',
    { kind: 'invalid_signature' },
  ],
  [
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens",
    { kind: 'context_overflow', current: 537812, max: 131072 },
  ],
  [
    "This endpoint's maximum context length is 128000 tokens. However, you requested about 140000 tokens",
    { kind: 'context_overflow', current: 140000, max: 128000 },
  ],
  ['registry.ollama.ai/library/gemma3:4b does not support tools', { kind: 'unsupported_parameter' }],
  ['"llama3.1:8b" does not support thinking', { kind: 'unsupported_parameter' }],
  ['prompt too long; exceeded max context length by 12 tokens', { kind: 'context_overflow' }],
  [
    'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...',
    { kind: 'tool_pairing' },
  ],
  ['prompt exceeds max length', { kind: 'context_overflow' }],
  ['request_too_large', { kind: 'context_overflow' }],
  ['Input is too long for requested model.', { kind: 'context_overflow' }],
  ['context window exceeded', { kind: 'context_overflow' }],
  ['maximum allowed input length', { kind: 'context_overflow' }],
  ["longer than the model's context length", { kind: 'context_overflow' }],
  [
    'prompt token count of 150000 exceeds the limit of 128000',
    { kind: 'context_overflow', current: 150000, max: 128000 },
  ],
  [
    'request (5210 tokens) exceeds the available context size (4096 tokens), try increasing it',
    { kind: 'context_overflow', current: 5210, max: 4096 },
  ],
  ['tokens to keep is greater than the context length', { kind: 'context_overflow' }],
  ['invalid params, context window exceeds limit', { kind: 'context_overflow' }],
  [
    'Please reduce the length of the messages or completion. Current length is 8533 while limit is 8192',
    { kind: 'context_overflow', retryable: false, current: 8_533, max: 8_192 },
  ],
  [
    'The request with 300000 tokens exceeds 200000',
    { kind: 'context_overflow', retryable: false, current: 300_000, max: 200_000 },
  ],
  ['token limit exceeded', { kind: 'context_overflow', retryable: false }],
  [
    'Your request exceeded model token limit: 262144 (requested: 300000)',
    { kind: 'context_overflow', current: 300000, max: 262144 },
  ],
  ['Range of input length should be [1, 30720]', { kind: 'context_overflow', max: 30720 }],
  ['context_length_exceeded', { kind: 'context_overflow' }],
  ['model_context_window_exceeded', { kind: 'context_overflow' }],

  // Traps: keywords alone that aren't an overflow, and rate words that aren't a rate limit either.
  ['max_tokens must be greater than thinking.budget_tokens', { kind: 'invalid_parameter' }],
  ['image is too long: 9000 px', { kind: 'invalid_parameter' }],
  ['quota: token limit per day reached', { kind: 'quota', retryable: false }],
  ['Rate limit reached: too many requests, prompt is too long to retry', { kind: 'rate_limit', retryable: true }],
  ['ThrottlingException: Too many tokens, please wait', { kind: 'rate_limit', retryable: true }],
  ...ACCOUNT_TEXTS,
  ...COMPATIBLE_TEXTS,
];
