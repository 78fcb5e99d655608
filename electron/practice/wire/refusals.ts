import { badRequest, type Failure } from '../base/failure.ts';
import type { RefusalFault } from '../script/script.ts';

/**
 * The refusals of a wire form that can be requested; the rules give the same ones when a request really breaks them.
 */
export type Refusals = Partial<Record<RefusalFault, Failure>>;

const PAIRING_ADVICE = 'Each `tool_use` block must have a corresponding `tool_result` block in the next message.';

/** A6, A7, A10, A16 and A19 to A24 of the vendor's rules, and a tool that does not exist. */
export const ANTHROPIC_REFUSALS: Refusals = {
  signature: badRequest('messages.1.content.0: Invalid `signature` in `thinking` block'),
  binding: badRequest(
    'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
  ),
  modified: badRequest(
    'messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
  ),
  'thinking-order': badRequest(
    'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks). To avoid this requirement, disable `thinking`.',
  ),
  'thinking-disabled': badRequest(
    'messages.1.content.0: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. To use thinking blocks, enable `thinking` in your request.',
  ),
  prefill: badRequest(
    'This model does not support assistant message prefill. The conversation must end with a user message.',
  ),
  'tool-result': badRequest(
    `messages.1: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: toolu_01. ${PAIRING_ADVICE}`,
  ),
  'empty-content': badRequest(
    'messages.1: all messages must have non-empty content except for the optional final assistant message',
  ),
  'unavailable-tool': badRequest('No such tool: clock__then. The tool is not available.'),
  'tool-schema': badRequest(
    'tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
  ),
};

export const RESPONSES_REFUSALS: Refusals = {
  signature: badRequest(
    'The encrypted content gAAA could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
    { code: 'invalid_encrypted_content' },
  ),
  'tool-result': badRequest('No tool output found for function call call_01.', { param: 'input' }),
  'tool-schema': badRequest(
    "Invalid schema for function 'clock__now': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
    { code: 'invalid_function_parameters', param: 'tools[0].parameters' },
  ),
};

/**
 * The messages of OpenAI, DeepSeek (D1), Mistral (M1) and Groq (Q2): one server has them all, so that each can be
 * tried.
 */
export const CHAT_REFUSALS: Refusals = {
  'thinking-order': badRequest('The `reasoning_content` in the thinking mode must be passed back to the API.'),
  prefill: badRequest('Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant'),
  'tool-result': badRequest(
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_01",
  ),
  'unavailable-tool': badRequest(
    "tool call validation failed: attempted to call tool 'clock__then' which was not in request.tools",
    { code: 'tool_use_failed' },
  ),
  'tool-schema': badRequest(
    "Invalid schema for function 'clock__now': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
    { code: 'invalid_function_parameters', param: 'tools[0].function.parameters' },
  ),
};

export const GEMINI_REFUSALS: Refusals = {
  signature: badRequest('Corrupted thought signature.'),
  'tool-result': badRequest('Please ensure that function response turn comes immediately after a function call turn.'),
  'empty-content': badRequest('* GenerateContentRequest.contents[1].parts: contents.parts must not be empty.'),
  'tool-schema': badRequest(
    '* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties: should be non-empty for OBJECT type',
  ),
};
