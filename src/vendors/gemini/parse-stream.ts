import {
  type GenerateContentResponse,
  type GenerateContentResponseUsageMetadata,
  MediaModality,
  type Part as WirePart,
} from '@google/genai/web';
import { standardBase64 } from '#core/base64.ts';
import type { Part, Stop } from '#core/message.ts';
import type { Usage } from '#core/usage.ts';
import { AnswerParts } from '../base/answer-parts.ts';
import { type Ending, refusedEnding, type StreamParser } from '../base/stream-parser.ts';

/**
 * Finish reasons other than refusals and failures (vendor-rules G15); every other reason is a refusal under Google's
 * rules.
 */
const STOPS: Readonly<Record<string, Stop>> = {
  STOP: 'end',
  MAX_TOKENS: 'length',
  // Asks for another request with a token. The part of the answer so far is complete, like after a length stop.
  CONTINUATION: 'length',
};

/** The model failed, mostly without a message. The value says whether to retry. */
const MISHAPS: ReadonlyMap<string, boolean> = new Map([
  ['MALFORMED_FUNCTION_CALL', true],
  ['MALFORMED_RESPONSE', true],
  ['UNEXPECTED_TOOL_CALL', true],
  ['OTHER', true],
  ['NO_IMAGE', true],
  ['IMAGE_OTHER', true],
  ['TOO_MANY_TOOL_CALLS', false],
]);

/** Fields that may appear next to the content of a part. */
const BESIDE: ReadonlySet<string> = new Set(['thought', 'thoughtSignature', 'partMetadata']);

/** Fields of a candidate that say what the answer is based on. */
const BESIDE_CONTENT = ['urlContextMetadata', 'groundingMetadata'] as const;

/** Models that generate images or speech answer with bytes. */
const inlineFile = (mime: string, data: string): Part =>
  mime.startsWith('image/')
    ? { type: 'image', mime, data }
    : { type: 'file', mime, name: mime.replace(/;.*$/, '').replace('/', '.'), data };

/**
 * Parses generateContentStream chunks into parts. Signed parts stay separate: a signature is never moved to another
 * part, and parts with and without one are never merged (G10). Unsigned text and thoughts grow across chunks. Google's
 * own parts, such as code it ran, are stored unchanged.
 */
export class GeminiParser implements StreamParser<GenerateContentResponse> {
  readonly parts = new AnswerParts();
  model: string | undefined;
  readonly #toolNames: ReadonlyMap<string, string>;
  #open: { index: number; type: 'text' | 'thinking' } | null = null;
  #finish: string | null = null;
  /** What stands beside the content, by its name, and the index of its part. Later chunks have more of it. */
  readonly #beside = new Map<string, { value: object; index: number | null }>();
  #blocked: { reason: string; message: string | undefined } | null = null;

  constructor(toolNames: ReadonlyMap<string, string>) {
    this.#toolNames = toolNames;
  }

  push(chunk: GenerateContentResponse): void {
    if (chunk.modelVersion) this.model ??= chunk.modelVersion;
    const candidate = chunk.candidates?.[0];
    for (const part of candidate?.content?.parts ?? []) this.#part(part);
    if (candidate?.finishReason) {
      this.#finish = candidate.finishReason;
      this.#endOpen();
    }
    for (const name of BESIDE_CONTENT) this.#keepBeside(name, candidate?.[name]);
    if (this.#finish !== null) this.#addBeside();
    const feedback = chunk.promptFeedback;
    if (feedback?.blockReason) this.#blocked = { reason: feedback.blockReason, message: feedback.blockReasonMessage };
    if (chunk.usageMetadata) this.#count(chunk.usageMetadata);
  }

  close(): void {
    this.#endOpen();
    if (this.#finish === null) this.#addBeside();
  }

  ending(): Ending | null {
    if (this.#blocked) {
      const { reason, message } = this.#blocked;
      return refusedEnding('gemini', message ?? `The prompt was blocked: ${reason}`, reason);
    }
    const reason = this.#finish;
    if (reason === null) return null;
    const stop = STOPS[reason];
    if (stop) return { stop: stop === 'end' && this.parts.has('tool_call') ? 'tool' : stop };
    const retryable = MISHAPS.get(reason);
    if (retryable !== undefined) {
      const message = `The model stopped with ${reason}.`;
      return { stop: 'error', error: { kind: 'server', retryable, message, code: reason, vendor: 'gemini' } };
    }
    return refusedEnding('gemini', `The answer was stopped: ${reason}`, reason);
  }

  #part(part: WirePart): void {
    const signature = part.thoughtSignature ? { signature: part.thoughtSignature } : {};
    // `null` for unreadable bytes, which are stored as they arrived, as a vendor block.
    const data = standardBase64(part.inlineData?.data ?? '');
    if (part.functionCall) {
      this.#endOpen();
      const { id, name = '', args = {} } = part.functionCall;
      // Models before Gemini 3 send no id (G6).
      const call = { id: id || this.parts.spareCallId(), name: this.#toolNames.get(name) ?? name, args };
      this.parts.add({ type: 'tool_call', ...call, ...signature });
    } else if (data !== null) {
      this.#endOpen();
      const file = inlineFile(part.inlineData?.mimeType ?? 'image/png', data);
      // A picture among the thoughts isn't sent back as one (G17).
      this.parts.add(file.type === 'image' && !part.thought ? { ...file, ...signature } : file);
    } else if (part.text === undefined) {
      const kind = Object.keys(part).find((field) => !BESIDE.has(field));
      // A signature alone, or nothing at all, isn't a part.
      if (kind === undefined) return;
      this.#endOpen();
      this.parts.add({ type: 'vendor_block', kind, data: JSON.stringify(part) });
    } else {
      const type = part.thought ? 'thinking' : 'text';
      if (part.thoughtSignature) {
        this.#endOpen();
        const index = this.parts.begin({ type, text: '', ...signature, ...this.#continuing(type) });
        this.parts.append(index, part.text);
        this.parts.end(index);
      } else if (part.text !== '') this.#grow(type, part.text);
    }
  }

  #keepBeside(name: (typeof BESIDE_CONTENT)[number], value: object | undefined): void {
    const index = this.#beside.get(name)?.index ?? null;
    if (value && Object.keys(value).length > 0) this.#beside.set(name, { value, index });
  }

  /** Sources and opened pages, after everything that the answer says. */
  #addBeside(): void {
    for (const name of BESIDE_CONTENT) {
      const kept = this.#beside.get(name);
      if (!kept) continue;
      const block = { type: 'vendor_block' as const, kind: name, data: JSON.stringify({ [name]: kept.value }) };
      if (kept.index === null) kept.index = this.parts.add(block);
      else this.parts.change(kept.index, () => block);
    }
  }

  /** Text directly after text is one text; it was split only because of the signature. */
  #continuing(type: 'text' | 'thinking'): { continues?: true } {
    return type === 'text' && this.parts.last()?.type === 'text' ? { continues: true } : {};
  }

  #grow(type: 'text' | 'thinking', delta: string): void {
    if (this.#open?.type !== type) {
      this.#endOpen();
      this.#open = { index: this.parts.begin({ type, text: '', ...this.#continuing(type) }), type };
    }
    this.parts.append(this.#open.index, delta);
  }

  #endOpen(): void {
    if (this.#open) this.parts.end(this.#open.index);
    this.#open = null;
  }

  /** Google counts thoughts separately from the answer; Baton's output is the sum of both. */
  #count(usage: GenerateContentResponseUsageMetadata): void {
    const thinking = usage.thoughtsTokenCount;
    const cacheRead = usage.cachedContentTokenCount;
    this.parts.usage({
      input: (usage.promptTokenCount ?? 0) + (usage.toolUsePromptTokenCount ?? 0),
      output: (usage.candidatesTokenCount ?? 0) + (thinking ?? 0),
      ...(thinking === undefined ? {} : { thinking }),
      ...(cacheRead === undefined ? {} : { cacheRead }),
      ...this.parts.pictures,
      ...pictureTokens(usage),
    });
  }
}

/** Pictures have their own price (SDK 3.1.0: `candidatesTokensDetails`). */
function pictureTokens(usage: GenerateContentResponseUsageMetadata): Pick<Usage, 'pictureTokens'> {
  const found = usage.candidatesTokensDetails?.find(({ modality }) => modality === MediaModality.IMAGE)?.tokenCount;
  return found === undefined || found === 0 ? {} : { pictureTokens: found };
}
