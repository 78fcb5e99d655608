import Anthropic from '@anthropic-ai/sdk';
import type {
  MessageCreateParamsStreaming,
  MessageParam,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages/messages';
import type { SplitList } from '#core/list-start.ts';
import type { NormalizedMessage, NormalizedRequest, Target } from '#core/request.ts';
import { BaseAIService, type ListedModel, type VendorFetch } from '../base/base-ai-service.ts';
import { sdkClients, sendThrough } from '../base/sdk-settings.ts';
import type { Rendered } from '../base/rendered.ts';
import { firstMarked } from './cache-markers.ts';
import { continuePaused } from './continue-paused.ts';
import { AnthropicParser } from './parse-stream.ts';
import { type AnthropicBody, blockBetas, renderBody, renderMessages } from './render-request.ts';
import { streamOfMessage } from './stream-of-message.ts';

/**
 * The SDK would send 2026-10-21 (vendor-rules A1). That version only refuses things Baton never sends (sampling
 * parameters, documents in assistant turns, citations in user turns), so there's nothing to gain. 2023-06-01 still
 * works on api.anthropic.com when sent explicitly, and it's the only version that every Anthropic-compatible server and
 * gateway knows. Checked against the vendor's versioning page, 2026-10.
 */
const API_VERSION = '2023-06-01';

/** The Messages API through the official SDK. The host adds `x-api-key`. */
export class AnthropicService extends BaseAIService<AnthropicBody, MessageParam, RawMessageStreamEvent> {
  readonly protocol = 'anthropic';

  protected renderMessages(messages: readonly NormalizedMessage[], target: Target): MessageParam[] {
    return renderMessages(messages, target);
  }

  protected override needsOf(messages: readonly NormalizedMessage[]): readonly string[] {
    return blockBetas(messages);
  }

  protected override firstMarked(wire: SplitList<MessageParam>): number {
    return firstMarked(wire);
  }

  renderBody(
    messages: readonly MessageParam[],
    request: NormalizedRequest,
    target: Target,
    betas: ReadonlySet<string>,
  ): Rendered<AnthropicBody> {
    return renderBody(messages, request, target, betas);
  }

  protected createParser(request: NormalizedRequest): AnthropicParser {
    return new AnthropicParser(request.toolNames);
  }

  protected open({ body, headers }: Rendered<AnthropicBody>, target: Target, fetch: VendorFetch, signal: AbortSignal) {
    // The stable method: the beta method differs only by `?beta=true`. Its type doesn't include the beta fields.
    const params = body as MessageCreateParamsStreaming;
    return clientOf(target.endpoint).messages.create(params, { ...sendThrough(fetch, signal), headers });
  }

  protected override continued(
    chunks: AsyncIterable<RawMessageStreamEvent>,
    again: (more: MessageParam[]) => Promise<AsyncIterable<RawMessageStreamEvent>>,
  ): AsyncIterable<RawMessageStreamEvent> {
    return continuePaused(chunks, again);
  }

  protected chunksOf(answer: unknown): RawMessageStreamEvent[] | null {
    return streamOfMessage(answer);
  }

  protected async list(endpoint: string, fetch: VendorFetch, signal: AbortSignal): Promise<ListedModel[]> {
    const models: ListedModel[] = [];
    for await (const model of clientOf(endpoint).models.list({ limit: 1000 }, sendThrough(fetch, signal))) {
      if (model.lifecycle === 'retired') continue;
      models.push({
        id: model.id,
        ...(model.display_name ? { label: model.display_name } : {}),
        ...(model.max_input_tokens ? { contextWindow: model.max_input_tokens } : {}),
        ...(model.max_tokens ? { maxOutput: model.max_tokens } : {}),
      });
    }
    return models;
  }
}

const clientOf = sdkClients(
  (settings) =>
    new Anthropic({ ...settings, openTelemetry: false, defaultHeaders: { 'anthropic-version': API_VERSION } }),
);
