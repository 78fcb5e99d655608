import type { ErrorRow } from './error-table.ts';

/**
 * The content of a message is a list only where it has pictures or files: Cloudflare (opencode#30381, 2026-06), IONOS
 * (integration_openai#236, 2025-07), SambaNova (claude-code-router#965, 2025-10), servers in Rust and in Go
 * (mcp-agent#25, 2025-02; ollama#3824, 2024-04), Azure (LibreChat#3111, 2024-06), mlx-lm and DashScope (hermes-agent,
 * agent/conversation_loop.py, 2026-08).
 */
export const ONLY_TEXT =
  /'array' not in 'string'|expected string at field messages|invalid 'content' type|sequence, expected a string|cannot unmarshal array into go struct field \S*content|\.content': expected a string, but got an array|only 'text' content type is supported|unexpected item type in content/i;

/**
 * One picture or file is bad, whichever others go along: OpenAI (oh-my-pi PR#10055, 2026-08), Google (gemini-cli#27244,
 * 2026-05; claude-code-router#845, 2025-09), Mistral (n8n, MistralAi.node.ts, 2026), Moonshot (hermes-agent PR#81326,
 * 2026-08), DashScope (help.aliyun.com/zh/model-studio/error-code, 2026); PDFs: Anthropic (claude-code#5174, 2025-08),
 * Google (gemini-cli#13808, 2025-11).
 */
export const UNREADABLE =
  /invalid base64|base64 decoding failed|could not process image|image exceeds|unable to process (input )?image|(invalid|unsupported) image|not represent a valid image|provided image is not valid|not be loaded as a valid image|failed to decode image|image length and width do not meet|the pdf specified was not|the document has no pages|does not match the provided media type/i;

/**
 * The model sees nothing, which says nothing about others at its address: llama.cpp (#13566, 2025-05), vLLM (#23402,
 * 2025-08), OpenRouter (hermes-agent PR#23411, 2026-05), others (hermes-agent, agent/conversation_loop.py, 2026-08).
 */
export const SIGHTLESS =
  /image input is not supported|not a multimodal model|found that support image input|does not support (image|multimodal|vision)|(image content|(multimodal|vision)( content| input)?) is not supported|image_url is only supported by certain models/i;

/**
 * Pictures and files. A refused one stays in the conversation, so every later request would be refused as well
 * (claude-code#24387, 2026-02; kimi-code#1082, 2026-06).
 */
export const MEDIA_ROWS: readonly ErrorRow[] = [
  { kind: 'invalid_parameter', text: UNREADABLE },
  // Anthropic (claude-code#6231, 2025-08).
  { kind: 'invalid_parameter', text: /too many images|maximum of \d+ pdf pages/ },
  { kind: 'invalid_parameter', text: SIGHTLESS },
  // Fewer than there are: vLLM (#13397, 2025-02), others (opencode#48647, 2026-09; vscode#306919, 2026-03).
  {
    kind: 'invalid_parameter',
    text: /at most \d+ images?\b|\d+ images, exceeding the maximum|\d+ images (were )?provided/,
  },
  { kind: 'invalid_parameter', text: /image_url is only supported|image urls are only allowed/ },
  { kind: 'invalid_parameter', text: ONLY_TEXT },
];
