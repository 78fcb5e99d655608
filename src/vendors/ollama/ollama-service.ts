import { dialectFor } from '#core/normalize/base/dialects.ts';
import { isObject } from '#core/json.ts';
import type { NormalizedMessage, NormalizedRequest, Target } from '#core/request.ts';
import { BaseAIService, type ListedModel, type VendorFetch } from '../base/base-ai-service.ts';
import { expectedTokens } from '../base/prompt-cut.ts';
import type { Rendered } from '../base/rendered.ts';
import { jsonLines } from './json-lines.ts';
import { listOllamaModels } from './list-models.ts';
import type { OllamaBody, OllamaChunk, OllamaTurn } from './ollama-chunk.ts';
import { OllamaParser } from './parse-stream.ts';
import { renderBody, renderMessages } from './render-request.ts';

/** Anything else that is JSON comes from another server. */
const isChunk = (line: Record<string, unknown>): line is Record<string, unknown> & OllamaChunk =>
  isObject(line['message']) || line['done'] === true || line['error'] !== undefined;

async function* chunks(body: ReadableStream<Uint8Array>): AsyncGenerator<OllamaChunk, void, void> {
  for await (const line of jsonLines(body)) {
    if (!isChunk(line)) throw new SyntaxError('a line of another API');
    yield line;
  }
}

/**
 * Ollama's own API: plain requests and lines of JSON, so it needs no SDK. Unlike its OpenAI-compatible address, it says
 * how much of a request is read, and refuses a longer one (L4).
 */
export class OllamaService extends BaseAIService<OllamaBody, OllamaTurn, OllamaChunk> {
  readonly protocol = 'ollama';
  protected override readonly streamType = 'ndjson';

  protected renderMessages(messages: readonly NormalizedMessage[]): OllamaTurn[] {
    return renderMessages(messages);
  }

  renderBody(messages: OllamaTurn[], request: NormalizedRequest, target: Target): Rendered<OllamaBody> {
    return renderBody(messages, request, target);
  }

  protected createParser(request: NormalizedRequest, target: Target): OllamaParser {
    const expected = dialectFor(target).extras.cutsSilently ? expectedTokens(request, target) : null;
    return new OllamaParser(request.toolNames, expected);
  }

  protected async open(
    { body }: Rendered<OllamaBody>,
    target: Target,
    fetch: VendorFetch,
    signal: AbortSignal,
  ): Promise<AsyncIterable<OllamaChunk>> {
    const response = await fetch(`${target.endpoint}/api/chat`, {
      method: 'POST',
      headers: { accept: 'application/x-ndjson', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
    // The tap has read what it says.
    if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
    return chunks(response.body);
  }

  protected chunksOf(answer: unknown): OllamaChunk[] | null {
    return isObject(answer) && isObject(answer['message']) ? [{ ...answer, done: true }] : null;
  }

  protected list(endpoint: string, fetch: VendorFetch, signal: AbortSignal): Promise<ListedModel[]> {
    return listOllamaModels(endpoint, fetch, signal);
  }
}
