/** A line of an answer of `/api/chat`. Every field may be missing (api/types.go and docs of ollama, 2026-08). */
export interface OllamaChunk {
  model?: string;
  message?: OllamaMessage | null;
  done?: boolean;
  done_reason?: string;
  /** Tokens of the prompt, with those from the cache. */
  prompt_eval_count?: number;
  eval_count?: number;
  /** An error in an answer that began with status 200. */
  error?: unknown;
}

interface OllamaMessage {
  content?: string | null;
  thinking?: string | null;
  tool_calls?: OllamaCall[] | null;
}

export interface OllamaCall {
  /** Newer versions send one. */
  id?: string | null;
  function?: { name?: string | null; arguments?: unknown } | null;
}

/** The body of `/api/chat`. */
export interface OllamaBody {
  model: string;
  stream: true;
  /** Otherwise a prompt that is too long silently loses its oldest messages (L4). */
  truncate: false;
  /** Otherwise the start of the prompt is dropped while the answer grows. */
  shift: false;
  messages: OllamaTurn[];
  think?: boolean | string;
  tools?: object[];
  options: { num_predict: number; num_ctx?: number };
}

export interface OllamaTurn {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  images?: string[];
  thinking?: string;
  tool_name?: string;
  tool_calls?: { function: { name: string; arguments: Record<string, unknown> } }[];
}
