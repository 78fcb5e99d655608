import type { Protocol } from './protocol.ts';

/**
 * The fields in which Chat Completions servers differ (vendor-rules 5, O6-O8, Z1-Z5). Renderers and the linter read
 * them.
 */
export interface ChatSwitches {
  /** `user`: the system prompt goes first as a message of the user, with a short answer. */
  systemRole: 'system' | 'developer' | 'user';
  maxTokensField: 'max_tokens' | 'max_completion_tokens';
  /** Whether the server knows `stream_options.include_usage`. */
  streamUsage: boolean;
  /** `content` of an assistant message that only calls tools. */
  callOnlyContent: 'omit' | 'empty';
  /** How reasoning is requested. `none`: the server has no such parameter. */
  thinkingParameter: 'none' | 'reasoning_effort' | 'thinking_type' | 'reasoning_object';
  /**
   * Name of the field that carries reasoning on an assistant message, in both directions. `null` when none may be sent.
   */
  reasoningField: 'reasoning_content' | 'reasoning' | null;
  /** `name` on tool messages (Mistral). */
  toolMessageName: boolean;
  /** Thinking parts travel as chunks inside a content array (Mistral M4). */
  thinkingChunks: boolean;
  /** The server makes a grammar of the tools, and refused it (Z6). */
  grammarOfTools: boolean;
  /** The server passes the tools on to Google's `parameters`, which refused them (Z9). */
  openApiTools: boolean;
  /** Responses: the server takes back the reasoning of one answer only (R16). */
  newestReasoning: boolean;
}

/** What a Chat Completions server accepts beyond the shared dialect. Absent means no: fields are whitelisted (Z1). */
export interface ChatExtras {
  /** `reasoning_format`: `parsed` puts reasoning into its own field; `raw` is refused together with tools (Q3). */
  reasoningFormat?: 'parsed';
  /**
   * Requests a context as long as the model's window (L4). Ollama itself ignores this on its OpenAI endpoint
   * (docs.ollama.com, 2026-07). Gateways in front of it read it, and no server refuses it.
   */
  contextHint?: boolean;
  /**
   * A prompt longer than the loaded context silently loses its beginning (L4). The /v1 API can neither set nor report
   * that length (measured on 0.32.3, 2026-09; default 4,096 below 24 GB of video memory, docs.ollama.com, 2026-07), so
   * Baton compares the reported count with its estimate.
   */
  cutsSilently?: boolean;
  /** How the types of tools begin that the vendor runs itself (W9). */
  ownTools?: string;
  /** Requests with the same `prompt_cache_key` are routed to the same machine. */
  cacheKey?: boolean;
  /** The prompt is only cached up to texts with a `cache_control` (P7). */
  cacheMarkers?: boolean;
}

/** How vendors that use Responses differ in what they accept. */
export interface ResponsesSwitches {
  /** Where the system prompt goes. */
  system: 'instructions' | 'system-message';
  /** Request a readable summary of the reasoning. A vendor that streams one unasked may refuse the field. */
  askSummary: boolean;
  /** Unfinished pictures that are asked for while one is made; 0 where the field is not known. */
  partialPictures: number;
}

/**
 * Which tool schemas an endpoint accepts. None accepts combinators at the root. `gemini` goes into
 * `parametersJsonSchema` (G7), `openapi` into `parameters` (Z9). `strict-subset` is Cerebras' validator (C4). `grammar` is
 * llama.cpp, which makes one grammar of all tools (Z6).
 */
export type SchemaProfile = 'json-schema' | 'gemini' | 'openapi' | 'strict-subset' | 'grammar';

/**
 * One vendor's rules as data. The normalizer, the linter and the renderers read it and never check the vendor itself.
 */
export interface Dialect {
  /** For notes and tests, such as `anthropic-manual` or `chat-mistral`. */
  name: string;
  protocol: Protocol;
  /** A call id that the endpoint accepts, including its length. Any other id is reissued as nine letters and digits. */
  callId: RegExp;
  /** False when calls carry no id on the wire and results match by name and order (G6). */
  sendCallIds: boolean;
  toolName: { legal: RegExp; maxLength: number; startsWithDigit: boolean };
  /** The first message must come from the user (A4, G2, Z2). */
  userFirst: boolean;
  /** A user message may not follow tool results directly: a short assistant message goes between (M2). */
  bridgeAfterTools: boolean;
  /** The parts of an answer that are opaque state here, and so only valid at their origin. */
  state:
    | 'anthropic'
    | 'responses'
    | 'gemini'
    | 'reasoning-text'
    | 'reasoning-details'
    | 'thinking-chunks'
    | 'call-extras'
    | 'none';
  /**
   * Kinds of blocks of the vendor's own that are part of the conversation and are sent back (A13, W7). `all`: those
   * that are not known here, too.
   */
  vendorBlocks: readonly string[] | 'all';
  /** What must match, besides vendor and endpoint, for opaque state to be valid again (vendor-rules 8.2). */
  sameOrigin: { model: boolean; account: 'equal' | 'not-different' };
  /** Every assistant message carries the reasoning field, empty if necessary (D1, F1). */
  reasoningRequired: boolean;
  /**
   * What stands in for the thought signature of a call that has none. Absent where the calls of the open turn need none
   * (G9, G11).
   */
  standInSignature?: string;
  /** Images inside tool results: in place, or in a user message after the results (O3, G4). */
  resultImages: 'inline' | 'after';
  /** Results that report an error hold only text (A17). */
  errorResultImages: boolean;
  imageTypes: readonly string[];
  /** Files sent as files. Text files are always sent as text. */
  fileTypes: readonly string[];
  /** Pages of a PDF that is sent as a file (A34). */
  maxPages: number;
  maxImages: number;
  /** Base64 characters of all images and files together: the maximum request length minus what its text needs (A34). */
  maxMedia: number;
  /** Longest side in pixels, alone and in a request with more than `manyCount` images; base64 characters (A34). */
  imageLimits: { side: number; manyCount: number; manySide: number; base64: number } | null;
  /**
   * What a picture is scaled to before it is sent: its longest side in pixels, and its bytes. Vendors scale larger ones
   * themselves, refuse them, or refuse them only among many.
   */
  pictures: { side: number; bytes: number };
  schema: SchemaProfile;
  maxTools: number;
  /** Maximum calls in one answer. More are sent as several answers, each followed by its results (O12). */
  maxCalls: number;
  /**
   * Whether tools that only the history names are offered too: Groq fails when the model calls another (Q2). Gateways
   * of the Messages API require some tool beside calls ("Requests which include `tool_use` or `tool_result` blocks must
   * define tools.", anthropic-sdk-python#494, 2024-05; still LiteLLM and Bedrock). Anthropic itself no longer does.
   */
  offerHistoryTools: 'always' | 'when-none' | 'never';
  chat: ChatSwitches;
  extras: ChatExtras;
  responses: ResponsesSwitches;
}
