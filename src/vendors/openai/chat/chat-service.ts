import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { SplitList } from '#core/list-start.ts';
import { dialectFor } from '#core/normalize/base/dialects.ts';
import type { NormalizedMessage, NormalizedRequest, Target } from '#core/request.ts';
import { BaseAIService, type ListedModel, type VendorFetch } from '../../base/base-ai-service.ts';
import type { Rendered } from '../../base/rendered.ts';
import { sendThrough } from '../../base/sdk-settings.ts';
import { listOpenAIModels } from '../list-models.ts';
import { openAIClient } from '../openai-client.ts';
import { firstMarked } from './cache-markers.ts';
import { chunksOfCompletion } from './chunks-of-completion.ts';
import type { ChatChunk } from './chat-chunk.ts';
import { expectedTokens } from '../../base/prompt-cut.ts';
import { ChatParser } from './parse-stream.ts';
import { type ChatBody, renderBody, renderMessages } from './render-request.ts';

/** Chat Completions, for every compatible server. Their differences are data, see chat-dialects.ts. */
export class ChatService extends BaseAIService<ChatBody, ChatCompletionMessageParam, ChatChunk> {
  readonly protocol = 'openai-chat';

  protected renderMessages(messages: readonly NormalizedMessage[], target: Target): ChatCompletionMessageParam[] {
    return renderMessages(messages, target);
  }

  protected override firstMarked(wire: SplitList<ChatCompletionMessageParam>, target: Target): number {
    return dialectFor(target).extras.cacheMarkers ? firstMarked(wire) : wire.length;
  }

  renderBody(messages: ChatCompletionMessageParam[], request: NormalizedRequest, target: Target): Rendered<ChatBody> {
    return renderBody(messages, request, target);
  }

  protected createParser(request: NormalizedRequest, target: Target): ChatParser {
    const expected = dialectFor(target).extras.cutsSilently ? expectedTokens(request, target) : null;
    return new ChatParser(target.vendor, request.toolNames, expected);
  }

  protected async open(
    { body }: Rendered<ChatBody>,
    target: Target,
    fetch: VendorFetch,
    signal: AbortSignal,
  ): Promise<AsyncIterable<ChatChunk>> {
    // The SDK passes chunks on as they arrived; ChatChunk describes them with every server's own fields. It is to expect
    // a stream even where none is asked for.
    return (await openAIClient(target.endpoint).chat.completions.create(
      { ...body, stream: true },
      sendThrough(fetch, signal),
    )) as AsyncIterable<ChatChunk>;
  }

  protected chunksOf(answer: unknown): ChatChunk[] | null {
    return chunksOfCompletion(answer);
  }

  protected list(endpoint: string, fetch: VendorFetch, signal: AbortSignal): Promise<ListedModel[]> {
    return listOpenAIModels(endpoint, fetch, signal);
  }
}
