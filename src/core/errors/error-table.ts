import type { ErrorKind } from '../error.ts';
import { ACCOUNT_ROWS } from './account-rows.ts';
import { MEDIA_ROWS } from './media-rows.ts';

/** A text that a vendor sends, and what it means. */
export interface ErrorRow {
  kind: ErrorKind;
  /** Matched against lower-case text without backticks. */
  text: RegExp;
  /** Left to later rows when this matches too. */
  except?: RegExp;
  /** Only when it differs from the kind's own answer. */
  retryable?: boolean;
}

/**
 * Texts by meaning, most specific first (vendor-rules sections 1-5 and 7). They take precedence over status codes,
 * because gateways relabel a permanent 400 as 429 or 500 (9router, 2026-05): the text is more reliable.
 */
export const ERROR_ROWS: readonly ErrorRow[] = [
  // Opaque state (A21-A24, R1-R5, X2, G9, G12).
  { kind: 'prefix_binding', text: /bound to a different conversation/ },
  {
    kind: 'thinking_modified',
    text: /(thinking.{0,80}|latest assistant message )(cannot|may not|must not) be modified/,
  },
  {
    kind: 'invalid_signature',
    text: /invalid (signature|data) in (redacted_)?thinking (block|chunk)|thinking\.signature: field required/,
  },
  { kind: 'invalid_signature', text: /(corrupted|invalid) thought[ _]?signature/ },
  { kind: 'missing_thought_signature', text: /thought[_ ]?signature/ },
  {
    kind: 'invalid_signature',
    text: /conflicting authenticated continuation|invalid_encrypted_content|encrypted content .{0,200}(could not be|did not match|cannot be)|could not decrypt the provided encrypted_content/,
  },
  {
    kind: 'invalid_signature',
    text: /organization_id did not match|could not be verified/,
    except: /api key|account|payment/,
  },
  { kind: 'invalid_signature', text: /item with id .{1,80} not found/ },
  { kind: 'invalid_signature', text: /was provided without its required/ },

  // Calls of tools that the vendor runs (W8, W10, W12): as text, nothing of them is refused.
  { kind: 'invalid_signature', text: /web_search_(tool_)?result.{0,120}encrypted_(content|index)/ },
  {
    kind: 'invalid_signature',
    text: /srvtoolu_\w+.{0,20} was found without a corresponding|but no \S{1,80} tool was provided/,
  },
  {
    kind: 'invalid_signature',
    text: /container .{0,120}(expired|not found|does not exist)|(invalid|unknown) container|container_id is required|expected container_id/,
  },

  // Thinking (A18-A20, A27-A28, D1, G14). The order text ends in "tool_use and tool_result blocks": before pairing.
  { kind: 'thinking_disabled_violation', text: /thinking is disabled.{0,400}cannot contain/ },
  { kind: 'unsupported_parameter', text: /thinking may not be enabled when tool_choice/ },
  {
    kind: 'unsupported_parameter',
    text: /"?thinking\.type\.\w+"? is not supported|invalid thinking\.type: "?enabled|adaptive thinking is not supported/,
  },
  { kind: 'unsupported_parameter', text: /does not match any of the expected tags/ },
  { kind: 'invalid_parameter', text: /max_tokens must be greater than thinking|budget_tokens|budget \d+ is invalid/ },
  { kind: 'invalid_parameter', text: /temperature may only be set to|top_[kp] .{0,80}thinking is enabled/ },
  { kind: 'empty_content', text: /each thinking block must contain/ },
  {
    kind: 'thinking_block_order',
    text: /thinking.{0,400}(first block|must start with|preceed?ing)|(first block|must start with|preceed?ing).{0,400}thinking/,
  },
  {
    kind: 'thinking_block_order',
    text: /expected.{0,40}thinking.{0,200}found|final block .{0,60}cannot be .{0,20}thinking/,
  },
  {
    kind: 'thinking_block_order',
    text: /(reasoning_content|content\[\]\.thinking) (in the thinking mode must be passed back|is missing in)/,
  },
  { kind: 'unsupported_parameter', text: /please remove the reasoning_content/ },
  {
    kind: 'prefill_unsupported',
    text: /assistant message prefill|must end with a user message|expected last role user/,
  },
  { kind: 'prefill_unsupported', text: /final assistant content cannot end with/ },

  // Calls and results (A8-A13, O1, O2, O4, R5-R7, G2-G4, M1, M2, M5).
  { kind: 'orphan_tool_result', text: /unexpected tool_use_id found in|role 'tool' must be a response to a prece/ },
  { kind: 'orphan_tool_result', text: /no tool call found for function call output/ },
  // MiniMax (MiniMax-M2#76, 2026-02; pi#5468, 2026-06; opencode#32608, 2026-06), Moonshot (kimi-code,
  // kosong/src/errors.ts, 2026).
  { kind: 'orphan_tool_result', text: /tool result's tool id ?\(.{0,100}\) not found|tool_call_id is not found/ },
  { kind: 'tool_pairing', text: /invalid function arguments json string|tool call result does not follow tool call/ },
  // Bedrock (zot PR#18, 2026-06; harness-sdk#1435, 2026-01; quarkus-langchain4j#1983, 2025-11), and LiteLLM before it asks
  // Bedrock or Anthropic.
  { kind: 'tool_pairing', text: /toolconfig field must be defined|tool calling without tools= param/ },
  {
    kind: 'tool_pairing',
    text: /number of toolresult blocks .{0,80}exceeds|tool use blocks cannot be provided in the same turn/,
  },
  {
    kind: 'tool_pairing',
    text: /tool_use ids must be unique|tool_use\.id: string should match|tool_call_id.{0,40}must be unique/,
  },
  { kind: 'tool_pairing', text: /function (call|response) turn comes immediately after/ },
  { kind: 'tool_pairing', text: /function response parts .{0,60}equal to the number of function call parts/ },
  { kind: 'tool_pairing', text: /not the same number of function calls and responses/ },
  { kind: 'tool_pairing', text: /unexpected role '\w+' after role '\w+'|tool call id was .{0,600}length of 9/ },
  {
    kind: 'tool_pairing',
    text: /invalid '(messages|input)\[\d+\][^']{0,40}\.(id|call_id|tool_call_id)'|duplicate item found with id/,
  },
  { kind: 'tool_pairing', text: /invalid 'messages\[\d+\]\.tool_calls': array too long/ },
  {
    kind: 'tool_pairing',
    text: /roles (must alternate|should be alternating)|must use the "?user"? role|please use a valid role/,
  },
  // All that Zhipu says about calls it can't pair (opencode#2557, 2025-09; lobehub#11408, 2026-01).
  { kind: 'tool_pairing', text: /the messages parameter is illegal|messages 参数非法/ },
  {
    kind: 'tool_result_missing',
    text: /tool_use ids were found without tool_result|did not find \d+ tool_result block/,
  },
  {
    kind: 'tool_result_missing',
    text: /must be followed by tool messages responding|insufficient tool messages following/,
  },
  { kind: 'tool_result_missing', text: /no tool output found for function call/ },

  // Tools (A16-A18, G7, Q2, L1, O9).
  {
    kind: 'unavailable_tool',
    text: /attempted to call tool .{0,200}not in request|tool choice is none, but model called/,
    retryable: true,
  },
  { kind: 'server', text: /failed to call a function|tool call validation failed/, retryable: true },
  {
    kind: 'unavailable_tool',
    text: /no such tool|unknown tool:|tool .{1,80} (is not available|not found|does not exist)|unavailable tool/,
  },
  {
    kind: 'invalid_tool_schema',
    text: /input_schema|tool names must be unique|invalid function name|function_declarations[.[]|functiondeclaration parameters|invalid schema for function/,
  },
  // DashScope (chatgpt-plugin#696, 2024-05), MiniMax (qwen-code#11834, 2026-09; 9router#2509, 2026-07).
  {
    kind: 'invalid_tool_schema',
    text: /tool names are not allowed to be|function parameters is empty|invalid tool type: /,
  },
  // Bedrock (zed#31815, 2025-05), Google (ghidra-mcp#440, 2026-08), llama.cpp and LM Studio (Z6).
  {
    kind: 'invalid_tool_schema',
    text: /toolconfig\/tools\/\d+\/toolspec|constraint that has too many states for serving|(parse|parsing) grammar|json schema conversion failed/,
  },
  { kind: 'invalid_tool_schema', text: /proto field is not repeating|unknown name ".{1,60}" at 'tools/ },
  {
    kind: 'invalid_tool_schema',
    text: /invalid 'tools\[\d+\]|tools\.\d+\.(custom|function)\.|tool .{1,80} schema is (invalid|not valid)/,
  },
  {
    kind: 'unsupported_parameter',
    text: /does not support (tools|thinking|function calling)|function tools with reasoning_effort|set reasoning_effort to 'none'/,
  },
  { kind: 'unsupported_parameter', text: /tool_choice: type .{0,40}not supported|encrypted content is not supported/ },
  // OpenRouter (kilocode#9006, 2026-04), vLLM (QwenPaw#1449, 2026-03), llama.cpp (LLMKube#126, 2026-01), Google.
  {
    kind: 'unsupported_parameter',
    text: /found that support tool use|requires --enable-auto-tool-choice|tools param requires --jinja|function calling is not enabled/,
  },
  // OpenAI (flexeval PR#242, 2025-09), SiliconFlow (FastGPT#4023, 2025-03), DeepInfra (truefoundry PR#944, 2026).
  {
    kind: 'unsupported_parameter',
    text: /(?:function|tool) call(?:s|ing)? (?:is|are) not supported|tools is not supported|unsupported param: tools|(?:does not|doesn't) support (?:tool call|function calling)/,
  },
  // Tools that the vendor runs: OpenAI (codex#4881, 2025-10; W13), Google (gemini-balance#337, 2025-08).
  { kind: 'unsupported_parameter', text: /following tools cannot be used with reasoning/ },
  {
    kind: 'unsupported_parameter',
    text: /tool '\w+' is not supported with|code execution is not enabled|tool use with function calling is unsupported/,
  },
  { kind: 'invalid_parameter', text: /all content must be type 'text' if 'is_error'/ },
  // Roles and settings that a server does not know (O7, Z5).
  {
    kind: 'unsupported_parameter',
    text: /(role|variant|value:?) ['"]?developer\b|'developer' is not one of|got 'developer'|developer['"]? role/,
  },

  // Templates without a system message: Gemma 2 (sglang#892, 2024-08), Mistral 7B (anything-llm#2914, 2024-12), Google
  // (rig#788, 2025-09), MiniMax (note-gen#918, 2026-02), Bedrock (instructor#1753, 2025-07).
  { kind: 'unsupported_parameter', text: /invalid message role: system|doesn't support system messages/ },
  {
    kind: 'unsupported_parameter',
    text: /system role (is )?not supported|only user and assistant roles are supported(?!, with)|developer instruction is not enabled/,
  },

  { kind: 'unsupported_parameter', text: /unknown variant '?[\w.-]{1,80}'?, expected/ },
  { kind: 'unsupported_parameter', text: /use ['"]?thinking[_ ]?(level|budget)/ },
  // Google (pi#9455, 2026-09), OpenRouter (pi#8454, 2026-08), OpenAI (continue#9607, 2026-01).
  {
    kind: 'unsupported_parameter',
    text: /thinking level (\w+ )?is not supported|is not a supported thinking level|reasoning is mandatory for this endpoint/,
  },
  // OpenAI (continue#7129, 2025-08), and Bedrock through a gateway.
  {
    kind: 'unsupported_parameter',
    text: /must be verified to (generate reasoning summaries|stream)|does not support streaming|streaming is not supported|tool use in streaming mode/,
  },

  // Empty content (A4d-A6, G1, G5, R10, seed 000).
  {
    kind: 'empty_content',
    text: /must be non-empty|non-empty content|non-whitespace text|must have content|content is empty/,
  },
  {
    kind: 'empty_content',
    text: /at least one message is required|contents is not specified|contents\.parts must not be empty/,
  },
  {
    kind: 'empty_content',
    text: /must include at least one parts field|empty text parameter|required oneof field 'data'/,
  },
  {
    kind: 'empty_content',
    text: /messages[.[]\d+.{0,40}(content|parts).{0,60}(empty|received \[\])|expected array but received \[\]/,
  },
  // Moonshot (teton-code PR#178, 2026-08).
  { kind: 'empty_content', text: /message at position \d+ with role '\w+' must not be empty/ },
  // Bedrock (zeroclaw#5228, 2026-04; archestra PR#4220, 2026-04).
  {
    kind: 'empty_content',
    text: /text field in the contentblock object .{0,80}is blank|content field in the message object .{0,80}is empty/,
  },

  ...ACCOUNT_ROWS,

  // Overflow (A35, O11, R12, G16, Q4, M6, X5, P5, and the other servers of section 7).
  {
    kind: 'context_overflow',
    text: /prompt (is )?too long|prompt exceeds max length|request_too_large|input is too long for requested model/,
  },
  {
    kind: 'context_overflow',
    text: /exceeds? the (model's )?context window|context window (limit|exceeded|exceeds)|exceed(s|ed)? context limit/,
  },
  {
    kind: 'context_overflow',
    text: /maximum context length|context_length_exceeded|model_context_window_exceeded|context length exceeded/,
  },
  {
    kind: 'context_overflow',
    text: /token count.{0,40}exceeds the (maximum|limit)|maximum prompt length is \d+|maximum allowed input length/,
  },
  {
    kind: 'context_overflow',
    text: /reduce the length of the (messages|input|prompt)|longer than the model's context length|longer than the maximum model length/,
  },
  {
    kind: 'context_overflow',
    text: /exceeds the available context size|(greater|longer) than the context length|exceeded max context length|loaded with context length of only/,
  },
  {
    kind: 'context_overflow',
    text: /request (payload size|body) (exceeds|is too large)|request exceeds the maximum size|exceed.{0,20} n_ctx/,
  },
  {
    kind: 'context_overflow',
    text: /exceeded model token limit|too large for model with|range of input length should be|token limit exceeded/,
  },
  // Text Generation Inference, GitHub Models (freellmapi#426, 2026-06), SiliconFlow (continue#10993, 2026-03), others
  // (opencode#27519, 2026-05).
  {
    kind: 'context_overflow',
    text: /tokens \+ max_new_tokens must be <= \d+|request body too large|must be less than (or equal to )?max_seq_len|tokens in request more than max tokens/,
  },
  { kind: 'context_overflow', text: /current length is [\d,]+ while limit is [\d,]+|[\d,]+ tokens exceeds [\d,]+/ },
  { kind: 'context_overflow', text: /exceeds the limit of \d+/, except: /images?|files?|bytes|mb\b/ },

  // Other request errors (O8, Q1, C1, A33, A34, R10).
  {
    kind: 'unsupported_parameter',
    text: /unsupported parameter|unsupported value|unsupported_value|property '.{0,60}' is unsupported|wrong_api_format/,
  },
  {
    kind: 'unsupported_parameter',
    text: /extra inputs are not permitted|unrecognized (request argument|key)|unknown (parameter|field)|unexpected keyword/,
  },
  {
    kind: 'unsupported_parameter',
    text: /unknown name ".{1,80}"|\b[a-z]+_\w+ (is not supported|must be one of|cannot both be specified)/,
  },
  {
    kind: 'unsupported_parameter',
    text: /is deprecated for this model|does not support parameter \w|penalty is not enabled for/,
  },
  // xAI (litellm#14056, 2025-08), LiteLLM (klangk PR#2067, 2026-08; litellm PR#33738, 2026), Bedrock (litellm#7416,
  // 2024-12).
  {
    kind: 'unsupported_parameter',
    text: /argument not supported|extraneous key \[\w+\] is not permitted|(does not|doesn't|don't) support (parameters: \['\w|\w+=)/,
  },
  // The plain words of the reliability document (reliability.md S1-25), when no row above matches.
  { kind: 'thinking_disabled_violation', text: /cannot contain.{0,400}thinking is disabled/ },
  {
    kind: 'thinking_block_order',
    text: /^(?=.*thinking)(?=.*expected)(?=.*found)/,
    except: /unexpected|not found/,
  },
  { kind: 'tool_result_missing', text: /tool_use.{0,400}tool_result|tool_result.{0,400}tool_use/ },
  {
    kind: 'invalid_parameter',
    text: /cache_control may be provided|image dimensions exceed|image is too (long|large|big)|invalid value: '/,
  },
  ...MEDIA_ROWS,
  {
    kind: 'invalid_parameter',
    text: /maximum allowed number of output tokens|supports at most [\d,]+ (completion|output) tokens|max_\w*tokens .{0,30}less than or equal/,
  },
  // DashScope (open-webui#10507, 2025-02; opencode#40770, 2026-08), Bedrock (crush#946, 2025-09), Volcengine
  // (TOKENICODE#3, 2026-03), Moonshot (opencyvis-phone#12, 2026-06).
  {
    kind: 'invalid_parameter',
    text: /range of max_tokens (should be|is)|maximum tokens you requested exceeds?|expected a value <= \d+|invalid \w+: only [\d.]+ is allowed/,
  },
  {
    kind: 'invalid_parameter',
    text: /string too long|string_above_max_length|input should be|invalid_value|invalid 'input/,
  },
  {
    kind: 'refused',
    text: /content_filter|content_policy|prohibited_content|blocked by .{0,40}(safety|policy)|promptfeedback/,
  },
  // With 403: xAI (llmgateway PR#1785, 2026-03) and OpenRouter (its docs, errors, 2026); OpenAI (codex#38849, 2026-08);
  // DeepSeek (OpenBiliClaw#199, 2026-08).
  {
    kind: 'refused',
    text: /violates usage guidelines|your input was flagged|flagged as potentially violating|content exists risk/,
  },
  { kind: 'overloaded', text: /overloaded|model is (currently )?busy|at capacity|insufficient_system_resource/ },
  {
    kind: 'auth',
    text: /(invalid (x-)?|incorrect )api[ -]key|authentication_error|api key (not valid|not found|expired)|unauthorized|permission_error/,
  },
  /*
   * A model that was removed or never existed: Anthropic and compatible servers; OpenAI, Groq, Cerebras, xAI, vLLM and
   * Ollama; Google; OpenRouter; Mistral, LiteLLM, DeepSeek and Fireworks (2026-11).
   */
  { kind: 'model_not_found', text: /(^|["\s])model: (?=\S*[-\d])[\w.:/@-]+("|$)/ },
  {
    kind: 'model_not_found',
    text: /\bmodel ['"]?[^\s'"]{1,200}['"]? (does not exist|(is )?not found|has been (deprecated|decommissioned)|is no longer (available|supported))/,
  },
  { kind: 'model_not_found', text: /\bmodels\/\S{1,200} is not found for api version/ },
  { kind: 'model_not_found', text: /no endpoints found for \S|is not a valid model id/ },
  {
    kind: 'model_not_found',
    text: /\binvalid model(:| name\b)|\bmodel not (found|exist)|model_not_found|model_decommissioned/,
  },
  {
    kind: 'network',
    text: /fetch failed|network ?error|socket hang up|connection (error|reset|refused|closed)|failed to fetch|terminated/,
  },
];
