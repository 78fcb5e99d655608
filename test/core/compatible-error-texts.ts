import type { ErrorClass } from '#core/errors/classify-error.ts';

/** More wordings of the same errors: newer validators, compatible servers, local runtimes, and the fields they name. */
export const COMPATIBLE_TEXTS: readonly (readonly [
  text: string,
  expected: Partial<ErrorClass> & { kind: ErrorClass['kind'] },
])[] = [
  ['messages.7.content.0: Invalid `data` in `redacted_thinking` block', { kind: 'invalid_signature', messageIndex: 7 }],
  [
    'length of prompt_tokens (57535) must be less than max_seq_len (32768).',
    { kind: 'context_overflow', current: 57_535, max: 32_768 },
  ],
  [
    'max_total_tokens (33802) must be less than or equal to max_seq_len (32768)',
    { kind: 'context_overflow', current: 33_802, max: 32_768 },
  ],
  ['tokens in request more than max tokens allowed', { kind: 'context_overflow' }],
  ['Failed to initialize samplers: failed to parse grammar', { kind: 'invalid_tool_schema' }],
  [
    "Unable to generate parser for this template. Automatic parser generation failed: JSON schema conversion failed:\nPattern must start with '^' and end with '$'",
    { kind: 'invalid_tool_schema' },
  ],
  ['Conflicting authenticated continuation identities.', { kind: 'invalid_signature' }],
  ['Invalid signature in thinking chunk', { kind: 'invalid_signature' }],
  ['could not be verified', { kind: 'invalid_signature' }],
  ['The encrypted content for item cmp_1 could not be verified', { kind: 'invalid_signature' }],
  ['organization_id did not match', { kind: 'invalid_signature' }],
  ['blocks in the latest assistant message cannot be modified', { kind: 'thinking_modified' }],
  [
    "Function tools with reasoning_effort are not supported for gpt-5.6-sol in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
    { kind: 'unsupported_parameter', parameter: 'reasoning_effort' },
  ],
  [
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
    { kind: 'thinking_block_order' },
  ],
  ['The `content[].thinking` in the thinking mode must be passed back to the API.', { kind: 'thinking_block_order' }],
  [
    'The `reasoning_content` is an intermediate result for display purposes only. Please remove the `reasoning_content` from your message to reduce network traffic.',
    { kind: 'unsupported_parameter', parameter: 'reasoning_content' },
  ],
  [
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    { kind: 'unsupported_parameter', parameter: 'max_tokens', instead: 'max_completion_tokens' },
  ],
  ["Unknown parameter: 'stream_options'.", { kind: 'unsupported_parameter', parameter: 'stream_options' }],
  [
    'Unrecognized request argument supplied: reasoning_effort',
    { kind: 'unsupported_parameter', parameter: 'reasoning_effort' },
  ],
  [
    "Unrecognized key(s) in object: 'parallel_tool_calls'",
    { kind: 'unsupported_parameter', parameter: 'parallel_tool_calls' },
  ],
  [
    'body.stream_options: Extra inputs are not permitted',
    { kind: 'unsupported_parameter', parameter: 'body.stream_options' },
  ],
  ["Extra inputs are not permitted, field: 'store'", { kind: 'unsupported_parameter', parameter: 'store' }],
  [
    "Completions.create() got an unexpected keyword argument 'strict'",
    { kind: 'unsupported_parameter', parameter: 'strict' },
  ],
  [
    'Invalid JSON payload received. Unknown name "thinkingConfig" at \'generation_config\': Cannot find field.',
    { kind: 'unsupported_parameter', parameter: 'generation_config.thinkingConfig' },
  ],
  [
    '`reasoning_effort` is not supported with this model',
    { kind: 'unsupported_parameter', parameter: 'reasoning_effort' },
  ],
  [
    '`reasoning_effort` must be one of `low`, `medium`, `high`',
    { kind: 'unsupported_parameter', parameter: 'reasoning_effort' },
  ],
  [
    "Unsupported value: 'reasoning_effort' does not support 'minimal' with this model. Supported values are: 'low' and 'high'.",
    { kind: 'unsupported_parameter', parameter: 'reasoning_effort' },
  ],
  [
    "Invalid value: 'xhigh'. Supported values are: 'low', 'medium', and 'high'.",
    { kind: 'invalid_parameter', parameter: 'effort' },
  ],
  [
    'Failed to deserialize the JSON body into the target type: messages[0].role: unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`',
    { kind: 'unsupported_parameter', parameter: 'developer' },
  ],
  [
    "'messages.0.role' : value must be one of 'system', 'user', 'assistant', 'tool', got 'developer'",
    { kind: 'unsupported_parameter', parameter: 'developer' },
  ],
  [
    "messages.0.role: 'developer' is not one of system, user, assistant, tool",
    { kind: 'unsupported_parameter', parameter: 'developer' },
  ],
  [
    'Your organization must be verified to stream this model. Please go to: https://platform.openai.com/settings/organization/general and click on Verify Organization.',
    { kind: 'unsupported_parameter', parameter: 'stream' },
  ],
  [
    "Unsupported value: 'stream' does not support true with this model. Supported values are: false.",
    { kind: 'unsupported_parameter', parameter: 'stream' },
  ],
  [
    '<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 8192]',
    { kind: 'invalid_parameter', maxOutput: 8192 },
  ],
  [
    'The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.',
    { kind: 'invalid_parameter', maxOutput: 4096 },
  ],
  [
    'The parameter max_tokens specified in the request is not valid: integer above maximum value, expected a value <= 32768, but got 64000 instead.',
    { kind: 'invalid_parameter', maxOutput: 32768 },
  ],
  ['invalid temperature: only 1 is allowed for this model', { kind: 'invalid_parameter', parameter: 'temperature' }],
  ['Function call is not supported for this model.', { kind: 'unsupported_parameter', parameter: 'tools' }],
  [
    'Tool calling is not supported for model: NousResearch/Hermes-3-Llama-3.1-70B',
    { kind: 'unsupported_parameter', parameter: 'tools' },
  ],
  ['tools is not supported in this model.', { kind: 'unsupported_parameter', parameter: 'tools' }],
  ["This model doesn't support tool calling", { kind: 'unsupported_parameter', parameter: 'tools' }],
  ['Unsupported param: tools', { kind: 'unsupported_parameter', parameter: 'tools' }],
  [
    "[{'type': 'extra_forbidden', 'loc': ('body', 'stream_options'), 'msg': 'Extra inputs are not permitted', 'input': {'include_usage': True}}]",
    { kind: 'unsupported_parameter', parameter: 'stream_options' },
  ],
  [
    'body -> frequency_penalty\n  Extra inputs are not permitted (type=extra_forbidden)',
    { kind: 'unsupported_parameter', parameter: 'frequency_penalty' },
  ],
  [
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 105 `inputs` tokens and 8192 `max_new_tokens`',
    { kind: 'context_overflow', max: 8193, input: 105 },
  ],
  ['Request body too large for gpt-4.1 model. Max size: 8000 tokens.', { kind: 'context_overflow', max: 8000 }],
  [
    "Requested token count exceeds the model's maximum context length of 32768 tokens. You requested a total of 33000 tokens: 1000 tokens from the input messages and 32000 tokens for the completion.",
    { kind: 'context_overflow', max: 32768, input: 1000 },
  ],
  ['System role not supported', { kind: 'unsupported_parameter', parameter: 'messages[0].role' }],
  [
    'Error rendering prompt with jinja template: "Only user and assistant roles are supported!".',
    { kind: 'unsupported_parameter', parameter: 'messages[0].role' },
  ],
  [
    'Developer instruction is not enabled for models/gemma-3-27b-it',
    { kind: 'unsupported_parameter', parameter: 'messages[0].role' },
  ],
  [
    "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
    { kind: 'unsupported_parameter', parameter: 'messages[0].role' },
  ],
  [
    'registry.ollama.ai/library/gemma3:4b does not support tools',
    { kind: 'unsupported_parameter', parameter: 'tools' },
  ],
  ['"llama3.1:8b" does not support thinking', { kind: 'unsupported_parameter', parameter: 'thinking' }],
  [
    "Invalid 'tools[3].function.name': string too long. Expected a string with maximum length 64, but got a string with length 70 instead.",
    { kind: 'invalid_tool_schema', toolIndex: 3 },
  ],
  [
    "tools.2.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'",
    { kind: 'invalid_tool_schema', toolIndex: 2 },
  ],
  [
    "Invalid schema for function 'list_files': In context=('properties', 'paths'), array schema missing items.",
    { kind: 'invalid_tool_schema', toolName: 'list_files' },
  ],
  [
    'max_tokens: 128000 > 64000, which is the maximum allowed number of output tokens for claude-opus-4-8',
    { kind: 'invalid_parameter', maxOutput: 64000 },
  ],
  [
    'max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.',
    { kind: 'invalid_parameter', maxOutput: 16384 },
  ],
  [
    '`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model',
    { kind: 'invalid_parameter', maxOutput: 8192 },
  ],
  ['Could not process image', { kind: 'invalid_parameter' }],
  [
    'messages.0.content.0.image.source.base64: image exceeds 10 MB maximum: 12000000 bytes > 10485760 bytes',
    { kind: 'invalid_parameter', messageIndex: 0 },
  ],
  [
    'messages.2.content.1.image.source: Image does not match the provided media type image/png',
    { kind: 'invalid_parameter', messageIndex: 2 },
  ],
  ['Invalid content type. image_url is only supported by certain models.', { kind: 'invalid_parameter' }],
  [
    'The prompt is too long: 140000, model maximum context length: 131071',
    { kind: 'context_overflow', current: 140000, max: 131071 },
  ],
  [
    'the request exceeds the available context size. try increasing the context size or enable context shift (n_ctx 8192)',
    { kind: 'context_overflow', max: 8192 },
  ],
  ['Request payload size exceeds the limit: 20971520 bytes.', { kind: 'context_overflow' }],
  // OpenRouter (openclaude#1125, 2026-05)
  [
    'This request requires more credits, or fewer max_tokens. You requested up to 32000 tokens, but can only afford 27342. To increase, visit https://openrouter.ai/settings/credits and upgrade to a paid account',
    { kind: 'billing', maxOutput: 27342 },
  ],
  // HyperCLOVA X (langfuse#7379, 2025-06), Codex (9router#812, 2026-04)
  ['Unsupported parameter: presence_penalty', { kind: 'unsupported_parameter', parameter: 'presence_penalty' }],
  ['Unsupported parameter: max_output_tokens', { kind: 'unsupported_parameter', parameter: 'max_output_tokens' }],
  // xAI (litellm#14056, 2025-08; cline#2764, 2025-04)
  [
    'Argument not supported on this model: frequencyPenalty',
    { kind: 'unsupported_parameter', parameter: 'frequency_penalty' },
  ],
  ['Argument not supported: stream_options', { kind: 'unsupported_parameter', parameter: 'stream_options' }],
  // LiteLLM (klangk PR#2067, 2026-08; litellm PR#33738, 2026)
  [
    "litellm.UnsupportedParamsError: zai does not support parameters: ['reasoning_effort', 'top_k'], for model=glm-5.2.",
    { kind: 'unsupported_parameter', parameter: 'reasoning_effort' },
  ],
  [
    "litellm.UnsupportedParamsError: gpt-5-nano doesn't support temperature=0.1 while reasoning is active. Only temperature=1 is supported.",
    { kind: 'unsupported_parameter', parameter: 'temperature' },
  ],
  // Copilot (copilot-cli#2476, 2026-04)
  [
    "Unsupported value: 'low' is not supported with the 'gpt-5.2-codex' model. Supported values are: 'medium'.",
    { kind: 'unsupported_parameter', parameter: 'effort' },
  ],
  // Mistral, with the form of its list
  ['body.tools: Extra inputs are not permitted', { kind: 'unsupported_parameter', parameter: 'body.tools' }],
  // MiniMax (MiniMax-M2#76, 2026-02; pi#5468, 2026-06; CodexPlusPlus#267, 2026-05; qwen-code#11834, 2026-09)
  [
    "invalid params, tool result's tool id(call_function_g094w5htkglv_1) not found (2013)",
    { kind: 'orphan_tool_result' },
  ],
  [
    'invalid params, invalid function arguments json string, tool_call_id: call_function_abraty2ssz2_1 (2013)',
    { kind: 'tool_pairing' },
  ],
  [
    'invalid params, chat content has invalid message role: system (2013)',
    { kind: 'unsupported_parameter', parameter: 'messages[0].role' },
  ],
  ['invalid params, function parameters is empty (2013)', { kind: 'invalid_tool_schema' }],
  ['invalid params, invalid tool type: (2013)', { kind: 'invalid_tool_schema' }],
  // MiniMax (opencode#32608, 2026-06), and Kimi (kimi-code, kosong/src/errors.ts, 2026)
  ['invalid params, tool call result does not follow tool call (2013)', { kind: 'tool_pairing' }],
  ['Invalid request: tool_call_id  is not found', { kind: 'orphan_tool_result' }],
  // Kimi (teton-code PR#178, 2026-08)
  ["Invalid request: the message at position 2 with role 'assistant' must not be empty", { kind: 'empty_content' }],
  // vLLM (vllm/v1/engine), LM Studio (lmstudio-bug-tracker#237)
  [
    'The decoder prompt (length 12324) is longer than the maximum model length of 8192.',
    { kind: 'context_overflow', current: 12_324, max: 8192 },
  ],
  [
    'Trying to keep the first 5406 tokens when context the overflows. However, the model is loaded with context length of only 1056 tokens, which is not enough.',
    { kind: 'context_overflow', current: 5406, max: 1056 },
  ],
  // Zhipu (opencode#2557, 2025-09; lobehub#11408, 2026-01)
  ['The messages parameter is illegal. Please check the documentation.', { kind: 'tool_pairing' }],
  ['messages 参数非法。请检查文档。', { kind: 'tool_pairing' }],
  // Perplexity (opencode#9416, 2026-01)
  ['After the (optional) system message(s), user and assistant roles should be alternating.', { kind: 'tool_pairing' }],
  // DashScope (chatgpt-plugin#696, 2024-05)
  ['Tool names are not allowed to be [search]', { kind: 'invalid_tool_schema', toolName: 'search' }],
  // LiteLLM's own check, before its proxies ask Anthropic or Bedrock; Bedrock (zot PR#18, 2026-06)
  [
    "litellm.UnsupportedParamsError: Anthropic doesn't support tool calling without `tools=` param specified. Pass `tools=` param OR set `litellm.modify_params = True`",
    { kind: 'tool_pairing' },
  ],
  ['The toolConfig field must be defined when using toolUse and toolResult content blocks.', { kind: 'tool_pairing' }],
  // Bedrock (harness-sdk#1435, 2026-01; quarkus-langchain4j#1983, 2025-11)
  [
    'The number of toolResult blocks at messages.2.content exceeds the number of toolUse blocks of previous turn.',
    { kind: 'tool_pairing', messageIndex: 2 },
  ],
  [
    'messages.7.content: Conversation blocks and tool use blocks cannot be provided in the same turn.',
    { kind: 'tool_pairing', messageIndex: 7 },
  ],
  // Bedrock (zeroclaw#5228, 2026-04; archestra PR#4220, 2026-04)
  [
    'The text field in the ContentBlock object at messages.28.content.1 is blank. Add text to the text field, and try again.',
    { kind: 'empty_content', messageIndex: 28 },
  ],
  ['The content field in the Message object at messages.3 is empty.', { kind: 'empty_content', messageIndex: 3 }],
  // Bedrock (litellm#7416, 2024-12; zed#31815, 2025-05; instructor#1753, 2025-07)
  [
    'Malformed input request: #: extraneous key [top_k] is not permitted, please reformat your input and try again.',
    { kind: 'unsupported_parameter', parameter: 'top_k' },
  ],
  [
    'Malformed input request: #/toolConfig/tools/1/toolSpec/inputSchema/json: extraneous key [definitions] is not permitted, please reformat your input and try again.',
    { kind: 'invalid_tool_schema', toolIndex: 1 },
  ],
  [
    "This model doesn't support system messages. Try again without a system message or use a model that supports system messages.",
    { kind: 'unsupported_parameter', parameter: 'messages[0].role' },
  ],
  // Containers of code: Anthropic (inspect_ai PR#4603, 2026-07), OpenAI (pydantic-ai#7461, 2026-08)
  [
    'container_id is required when there are pending tool uses generated by code execution with tools.',
    { kind: 'invalid_signature' },
  ],
  ['Expected container_id: cntr_68abc', { kind: 'invalid_signature' }],
  // Google (ghidra-mcp#440, 2026-08)
  [
    'The specified schema produces a constraint that has too many states for serving. Typical causes of this error are schemas with lots of text.',
    { kind: 'invalid_tool_schema' },
  ],
  // What of it is the answer: vLLM (vllm#20409, 2025-07; #42474, 2026-05), OpenRouter
  [
    "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens (112946 in the messages, 10000 in the completion). Please reduce the length of the messages or completion.",
    { kind: 'context_overflow', current: 122946, max: 16384, input: 112946 },
  ],
  [
    "This model's maximum context length is 128000 tokens. However, you requested 65535 output tokens and your prompt contains at least 62466 input tokens, for a total of at least 128001 tokens.",
    { kind: 'context_overflow', current: 128001, max: 128000, input: 62466 },
  ],
  [
    "'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 8192 tokens and your request has 1200 input tokens (8192 > 8192 - 1200).",
    { kind: 'context_overflow', current: 1200, max: 8192, input: 1200 },
  ],
  [
    "This endpoint's maximum context length is 128000 tokens. However, you requested about 140000 tokens (120000 of text input, 4000 of tool input, 16000 in the output).",
    { kind: 'context_overflow', current: 140000, max: 128000, input: 124000 },
  ],
];
