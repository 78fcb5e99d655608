/**
 * A Chat Completions chunk as the servers of this family really send it: every field may be missing, and several fields
 * aren't in OpenAI's type.
 */
export interface ChatChunk {
  model?: string;
  choices?: ChatChoice[] | null;
  usage?: ChatUsage | null;
  /**
   * What a server that always searches read: addresses, and the same with titles. Perplexity repeats both in every chunk
   * (perplexity-node, `StreamChunk`, 2026); xAI's Chat Completions has addresses.
   */
  citations?: (string | null)[] | null;
  search_results?: { url?: string | null; title?: string | null }[] | null;
  /** Where Groq puts usage. */
  x_groq?: { usage?: ChatUsage | null } | null;
}

interface ChatChoice {
  index?: number;
  delta?: ChatDelta | null;
  finish_reason?: string | null;
  /** Where Moonshot puts usage (pi#2017, 2026-03). */
  usage?: ChatUsage | null;
}

export interface ChatDelta {
  content?: string | ContentChunk[] | null;
  refusal?: string | null;
  reasoning_content?: string | null;
  reasoning?: string | null;
  reasoning_text?: string | null;
  reasoning_details?: ReasoningDetail[] | null;
  tool_calls?: ToolCallDelta[] | null;
  /** Sources of a search that the server ran itself: OpenAI's search models, OpenRouter's web plug-in. */
  annotations?: object[] | null;
  /** Pictures that the model made: OpenRouter, LiteLLM. */
  images?: ChatImage[] | null;
}

/** The address is a data URL. */
export interface ChatImage {
  image_url?: { url?: string | null } | null;
}

/** Mistral's content: text and thinking chunks in order. */
interface ContentChunk {
  type?: string;
  text?: string;
  thinking?: { type?: string; text?: string }[] | string;
  signature?: string | null;
}

export interface ToolCallDelta {
  index?: number | null;
  id?: string | null;
  function?: { name?: string | null; arguments?: string | Record<string, unknown> | null } | null;
  /** Google's signature of the call, and what else a server wants back with it (G13). */
  extra_content?: unknown;
}

/** One entry of OpenRouter's `reasoning_details`; opaque except for the two texts that stream in fragments. */
export interface ReasoningDetail extends Record<string, unknown> {
  type?: string;
  index?: number;
  text?: string | null;
  summary?: string | null;
  signature?: string | null;
}

export interface ChatUsage {
  prompt_tokens?: number;
  completion_tokens?: number;
  total_tokens?: number;
  prompt_tokens_details?: { cached_tokens?: number | null; cache_write_tokens?: number | null } | null;
  completion_tokens_details?: { reasoning_tokens?: number | null } | null;
  /** DeepSeek's cache field. */
  prompt_cache_hit_tokens?: number;
  /** Moonshot's (kimi-cli, kosong/chat_provider/kimi.py, 2026). */
  cached_tokens?: number;
}
