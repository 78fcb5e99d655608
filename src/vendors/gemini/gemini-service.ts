import { type Content, type GenerateContentResponse, GoogleGenAI, type HttpOptions } from '@google/genai/web';
import type { NormalizedMessage, NormalizedRequest, Target } from '#core/request.ts';
import { BaseAIService, type ListedModel, type VendorFetch } from '../base/base-ai-service.ts';
import type { Rendered } from '../base/rendered.ts';
import { HOST_KEY } from '../base/sdk-settings.ts';
import { GeminiParser } from './parse-stream.ts';
import { plainEvents } from './plain-events.ts';
import { type GeminiBody, invocationsIn, renderBody, renderContents } from './render-request.ts';

/** SDK 3 would use v1, which isn't proven to support thinking fields and signatures (vendor-rules 4.4). */
const API_VERSION = 'v1beta';

/** The Gemini API through the official SDK's raw stream. Its chats, tool loop and continuation aren't used. */
export class GeminiService extends BaseAIService<GeminiBody, Content, GenerateContentResponse> {
  readonly protocol = 'gemini';

  protected renderMessages(messages: readonly NormalizedMessage[], target: Target): Content[] {
    return renderContents(messages, target);
  }

  protected override needsOf(_messages: readonly NormalizedMessage[], contents: readonly Content[]): readonly string[] {
    return invocationsIn(contents);
  }

  renderBody(
    contents: Content[],
    request: NormalizedRequest,
    target: Target,
    needs: ReadonlySet<string>,
  ): Rendered<GeminiBody> {
    return renderBody(contents, request, target, needs);
  }

  protected createParser(request: NormalizedRequest): GeminiParser {
    return new GeminiParser(request.toolNames);
  }

  protected open({ body }: Rendered<GeminiBody>, target: Target, fetch: VendorFetch, signal: AbortSignal) {
    const { contents, generationConfig, ...rest } = body;
    return connect(target.endpoint, fetch).models.generateContentStream({
      model: target.model.id,
      contents,
      config: {
        ...generationConfig,
        ...rest,
        abortSignal: signal,
        automaticFunctionCalling: { disable: true },
        // On by default in SDK 3: it would send further requests on its own and hide a broken stream.
        automaticContinuation: false,
      },
    });
  }

  /** A complete answer has the shape of a chunk; a stream without `alt=sse` is a list of chunks. */
  protected chunksOf(answer: unknown): GenerateContentResponse[] | null {
    const chunks: unknown[] = Array.isArray(answer) ? answer : [answer];
    const are = chunks.length > 0 && chunks.every(isChunk);
    return are ? (chunks as GenerateContentResponse[]) : null;
  }

  protected async list(endpoint: string, fetch: VendorFetch, signal: AbortSignal): Promise<ListedModel[]> {
    const pager = await connect(endpoint, fetch).models.list({ config: { pageSize: 1000, abortSignal: signal } });
    const models: ListedModel[] = [];
    for await (const model of pager) {
      if (!model.name || (model.supportedActions && !model.supportedActions.includes('generateContent'))) continue;
      models.push({
        id: model.name.replace(/^models\//, ''),
        ...(model.displayName ? { label: model.displayName } : {}),
        ...(model.inputTokenLimit ? { contextWindow: model.inputTokenLimit } : {}),
        ...(model.outputTokenLimit ? { maxOutput: model.outputTokenLimit } : {}),
      });
    }
    return models;
  }
}

function isChunk(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('candidates' in value || 'promptFeedback' in value);
}

function connect(baseUrl: string, fetch: VendorFetch): GoogleGenAI {
  const readable: VendorFetch = async (input, init) => plainEvents(await fetch(input, init));
  const httpOptions: HttpOptions = { baseUrl, apiVersion: API_VERSION, fetch: readable };
  return new GoogleGenAI({ apiKey: HOST_KEY, httpOptions });
}
