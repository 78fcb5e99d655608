import { isOfficialOpenAI } from '#core/normalize/base/dialects.ts';
import type { Target } from '#core/request.ts';
import type { Vendor } from '#core/vendor.ts';

/** What a server accepts beyond the shared dialect. Absent means no: fields are whitelisted (Z1). */
export interface ChatExtras {
  /** `reasoning_format`: `parsed` puts reasoning into its own field; `raw` is refused together with tools (Q3). */
  reasoningFormat?: 'parsed';
  /** Native reasoning models use prompt mode instead of an effort (docs.mistral.ai, 2026-04). */
  promptMode?: boolean;
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
  /** Requests with the same `prompt_cache_key` are routed to the same machine. */
  cacheKey?: boolean;
}

const EXTRAS: Partial<Record<Vendor, ChatExtras>> = {
  groq: { reasoningFormat: 'parsed' },
  mistral: { promptMode: true },
  ollama: { contextHint: true, cutsSilently: true },
};

export function chatExtras({ vendor, endpoint }: Pick<Target, 'vendor' | 'endpoint'>): ChatExtras {
  const official = vendor === 'openai' && isOfficialOpenAI(endpoint);
  return official ? { cacheKey: true } : (EXTRAS[vendor] ?? {});
}
