import type {
  Response,
  ResponseCreateParamsStreaming,
  ResponseInputItem,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses';
import type { NormalizedMessage, NormalizedRequest, Target } from '#core/request.ts';
import { BaseAIService, type ListedModel, type VendorFetch } from '../../base/base-ai-service.ts';
import type { Rendered } from '../../base/rendered.ts';
import { sendThrough } from '../../base/sdk-settings.ts';
import { listOpenAIModels } from '../list-models.ts';
import { openAIClient } from '../openai-client.ts';
import { ResponsesParser } from './parse-stream.ts';
import { renderBody, renderItems } from './render-request.ts';

/** The Responses API: api.openai.com, xAI and compatible servers. */
export class ResponsesService extends BaseAIService<
  ResponseCreateParamsStreaming,
  ResponseInputItem,
  ResponseStreamEvent
> {
  readonly protocol = 'openai-responses';

  protected renderMessages(messages: readonly NormalizedMessage[]): ResponseInputItem[] {
    return renderItems(messages);
  }

  renderBody(
    items: readonly ResponseInputItem[],
    request: NormalizedRequest,
    target: Target,
  ): Rendered<ResponseCreateParamsStreaming> {
    return renderBody(items, request, target);
  }

  protected createParser(request: NormalizedRequest, target: Target): ResponsesParser {
    return new ResponsesParser(target.vendor, request.toolNames);
  }

  protected open(
    { body }: Rendered<ResponseCreateParamsStreaming>,
    target: Target,
    fetch: VendorFetch,
    signal: AbortSignal,
  ) {
    // The SDK is to expect a stream even where none is asked for.
    return openAIClient(target.endpoint).responses.create({ ...body, stream: true }, sendThrough(fetch, signal));
  }

  /** The last event of a stream contains the entire response. */
  protected chunksOf(answer: unknown): ResponseStreamEvent[] | null {
    if (typeof answer !== 'object' || answer === null || !('output' in answer) || !Array.isArray(answer.output))
      return null;
    return [{ type: 'response.completed', response: answer as unknown as Response, sequence_number: 0 }];
  }

  protected list(endpoint: string, fetch: VendorFetch, signal: AbortSignal): Promise<ListedModel[]> {
    return listOpenAIModels(endpoint, fetch, signal);
  }
}
