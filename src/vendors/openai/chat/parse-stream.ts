import { standardBase64 } from '#core/base64.ts';
import { isObject, parseJson } from '#core/json.ts';
import type { Part, Stop } from '#core/message.ts';
import { isBlank } from '#core/text.ts';
import type { Vendor } from '#core/vendor.ts';
import { list, objects } from '#core/wire/json.ts';
import { AnswerParts } from '../../base/answer-parts.ts';
import { HarmonySplitter } from '#core/harmony-splitter.ts';
import { vendorFailure } from '../../base/model-error.ts';
import { type Ending, refusedEnding, type StreamParser } from '../../base/stream-parser.ts';
import { vendorBlock } from '../../base/vendor-block.ts';
import type { ChatChunk, ChatDelta, ChatImage, ChatUsage, ReasoningDetail, ToolCallDelta } from './chat-chunk.ts';
import { callOfPiece, type OpenCall } from './open-calls.ts';
import { promptCut } from '../../base/prompt-cut.ts';
import { addDetails } from './reasoning-details.ts';
import { RepeatedThinking } from '../../base/repeated-thinking.ts';
import { type TextSegment, ThinkTagSplitter } from '../../base/think-tag.ts';

const STOPS: Readonly<Record<string, Stop>> = {
  stop: 'end',
  tool_calls: 'tool',
  function_call: 'tool',
  length: 'length',
  model_length: 'length',
  content_filter: 'refusal',
  error: 'error',
  insufficient_system_resource: 'error',
  // Z.ai and OpenCode Zen (pi#2313, 2026-03; hermes-agent PR#92161, 2026-08).
  network_error: 'error',
  'network-error': 'error',
  sensitive: 'refusal',
  model_context_window_exceeded: 'length',
};

/** Servers name the field differently, and some send two with the same text. The first one seen is read (5.0). */
const REASONING_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text'] as const;

/** `null` for an address on the web, or bytes that can't be read. */
function pictureOf({ image_url: image }: ChatImage): Part | null {
  const url = image?.url ?? '';
  const comma = url.indexOf(',');
  const mime = /^data:(image\/[\w.+-]+)(?:;[^;]*)*;base64$/i.exec(url.slice(0, Math.max(0, comma)))?.[1];
  const data = mime === undefined ? null : standardBase64(url.slice(comma + 1));
  return mime === undefined || data === null ? null : { type: 'image', mime: mime.toLowerCase(), data };
}

function sourcesOf({ search_results: results, citations }: ChatChunk): object[] {
  const titled = objects(results);
  const given = titled.length > 0 ? titled : list(citations).map((url) => ({ url, title: null }));
  return given.flatMap(({ url, title }) => {
    if (typeof url !== 'string') return [];
    return [
      { type: 'url_citation', url_citation: { url, ...(typeof title === 'string' && title !== '' && { title }) } },
    ];
  });
}

const isShown = (part: Part): boolean =>
  part.type === 'image' || ((part.type === 'text' || part.type === 'refusal') && !isBlank(part.text));

/** Parses Chat Completions chunks of any server of the family into parts. */
export class ChatParser implements StreamParser<ChatChunk> {
  readonly parts = new AnswerParts();
  model: string | undefined;
  readonly #vendor: Vendor;
  readonly #toolNames: ReadonlyMap<string, string>;
  readonly #expected: number | null;
  #reported: number | null = null;
  #thinkTags: ThinkTagSplitter | null = new ThinkTagSplitter();
  readonly #channels = new HarmonySplitter();
  /** Content that nothing was shown of yet. */
  #held = '';
  #field: (typeof REASONING_FIELDS)[number] | null = null;
  #reasoned = '';
  #repeated: RepeatedThinking | null = null;
  #details: ReasoningDetail[] = [];
  readonly #annotations: object[] = [];
  /** Sources beside the answer, in the form of annotations. Those in it are more exact, and some servers send both. */
  #sources: object[] = [];
  #isSourced = false;
  /** Chunks of content of an unknown type, such as references. In their place they would split the text. */
  readonly #otherChunks: object[] = [];
  /** The text, thinking or refusal part that is streaming. */
  #open: { index: number; type: Part['type'] } | null = null;
  readonly #calls: OpenCall[] = [];
  #finish: string | null = null;

  /** `expected`: tokens of the prompt by Baton's estimate, for servers that silently truncate it. */
  constructor(vendor: Vendor, toolNames: ReadonlyMap<string, string>, expected: number | null = null) {
    this.#vendor = vendor;
    this.#toolNames = toolNames;
    this.#expected = expected;
  }

  push(chunk: ChatChunk): void {
    if (chunk.model) this.model ??= chunk.model;
    const sources = sourcesOf(chunk);
    if (sources.length > 0) this.#sources = sources;
    const choice = chunk.choices?.[0];
    if (choice?.delta) this.#delta(choice.delta);
    if (choice?.finish_reason) {
      this.#finish = choice.finish_reason;
      this.close();
    }
    const usage = chunk.usage ?? chunk.x_groq?.usage ?? choice?.usage;
    if (usage) this.#count(usage);
  }

  close(): void {
    this.#flushContent();
    this.#endOpen();
    // Without an end they may be incomplete.
    if (this.#finish !== null && this.#details.length > 0) {
      const details = JSON.stringify(this.#details);
      const index = this.parts.find((part) => part.type === 'thinking');
      if (index >= 0) this.parts.change(index, (part) => (part.type === 'thinking' ? { ...part, details } : part));
      else this.parts.add({ type: 'thinking', text: '', details });
      this.#details = [];
    }
    const annotations = this.#annotations.length > 0 || this.#isSourced ? this.#annotations.splice(0) : this.#sources;
    if (annotations.length > 0) {
      this.parts.add(vendorBlock({ type: 'annotations', annotations }));
      this.#isSourced = true;
    }
    for (const chunk of this.#otherChunks.splice(0)) this.parts.add(vendorBlock(chunk));
    this.parts.endAll();
  }

  ending(): Ending | null {
    const ending = this.#endingBy(this.#finish);
    const notes = ending ? promptCut(this.#expected, this.#reported) : [];
    return ending && notes.length > 0 ? { ...ending, notes } : ending;
  }

  /** Some servers end answers so (Z7). Whole arguments are an end, and so are words without calls. */
  unsaidEnding(): Ending | null {
    const isWhole = ({ args }: OpenCall) => isObject(parseJson(args));
    const isComplete = this.#calls.length > 0 ? this.#calls.every(isWhole) : this.parts.all().some(isShown);
    return isComplete ? this.#endingBy('stop') : null;
  }

  #endingBy(finish: string | null): Ending | null {
    if (finish === null) return null;
    const stop = STOPS[finish] ?? 'end';
    if (stop === 'error') {
      const message = `The answer ended with ${finish}.`;
      return {
        stop,
        error: vendorFailure({ vendor: this.#vendor, body: { message, code: finish }, headers: null }),
      };
    }
    if (stop === 'refusal') return refusedEnding(this.#vendor, 'The answer was stopped by the content filter.', finish);
    if (stop === 'end' && this.parts.has('tool_call')) return { stop: 'tool' };
    return { stop: stop === 'end' && this.parts.has('refusal') ? 'refusal' : stop };
  }

  #delta(delta: ChatDelta): void {
    this.#reasoning(delta);
    if (typeof delta.content === 'string') this.#content(delta.content);
    else if (delta.content) this.#chunks(delta.content);
    if (delta.refusal) {
      this.#flushContent();
      this.#grow('refusal', delta.refusal);
    }
    for (const call of delta.tool_calls ?? []) this.#call(call);
    this.#annotations.push(...(delta.annotations ?? []));
    for (const image of delta.images ?? []) this.#image(image);
  }

  #reasoning(delta: ChatDelta): void {
    this.#field ??= REASONING_FIELDS.find((field) => typeof delta[field] === 'string' && delta[field] !== '') ?? null;
    const text = this.#field ? delta[this.#field] : null;
    if (text) {
      this.#thinkTags = null;
      this.#repeated ??= new RepeatedThinking(this.#held);
      this.#reasoned += text;
      this.#grow('thinking', text);
    }
    if (delta.reasoning_details?.length) {
      this.#thinkTags = null;
      this.#details = addDetails(this.#details, delta.reasoning_details);
    }
  }

  #content(text: string): void {
    const rest = this.#repeated ? this.#repeated.push(text, this.#reasoned) : text;
    const pieces = this.#thinkTags ? this.#thinkTags.push(rest) : [{ type: 'text' as const, text: rest }];
    this.#held = pieces.length > 0 ? '' : this.#held + text;
    for (const piece of pieces) this.#show(piece);
  }

  #show({ type, text }: TextSegment): void {
    if (type === 'thought') this.#changeToThinking(text);
    else if (type === 'thinking') this.#grow(type, text);
    else for (const segment of this.#channels.push(text)) this.#grow(segment.type, segment.text);
  }

  #changeToThinking(text: string): void {
    if (this.#open) this.parts.change(this.#open.index, () => ({ type: 'thinking', text }));
    this.#endOpen();
  }

  /** Mistral sends content as chunks as soon as it includes thinking (M4). */
  #chunks(chunks: Exclude<ChatDelta['content'], string | null | undefined>): void {
    this.#thinkTags = null;
    for (const chunk of chunks) {
      if (chunk.type === 'thinking') {
        const { thinking, signature } = chunk;
        const text = typeof thinking === 'string' ? thinking : (thinking ?? []).map((one) => one.text ?? '').join('');
        const index = this.#grow('thinking', text);
        if (signature) this.parts.change(index, (part) => (part.type === 'thinking' ? { ...part, signature } : part));
      } else if (chunk.text) this.#grow('text', chunk.text);
      else if (chunk.type !== undefined && chunk.type !== 'text') this.#otherChunks.push(chunk);
    }
  }

  #grow(type: 'text' | 'thinking' | 'refusal', delta: string): number {
    if (delta === '' && this.#open?.type !== type) return -1;
    if (this.#open?.type !== type) {
      this.#endOpen();
      this.#open = { index: this.parts.begin({ type, text: '' }), type };
    }
    this.parts.append(this.#open.index, delta);
    return this.#open.index;
  }

  #endOpen(): void {
    if (this.#open) this.parts.end(this.#open.index);
    this.#open = null;
  }

  #call(piece: ToolCallDelta): void {
    const call = callOfPiece(this.#calls, piece) ?? this.#beginCall(piece);
    const wireName = piece.function?.name;
    if (call.name === '' && wireName) {
      call.name = wireName;
      this.parts.change(call.part, (part) =>
        part.type === 'tool_call' ? { ...part, name: this.#nameOf(wireName) } : part,
      );
    }
    const { extra_content: extras } = piece;
    if (isObject(extras) && Object.keys(extras).length > 0)
      this.parts.change(call.part, (part) =>
        part.type === 'tool_call' ? { ...part, signature: JSON.stringify(extras) } : part,
      );
    const args = piece.function?.arguments;
    if (!args) return;
    const text = typeof args === 'string' ? args : JSON.stringify(args);
    call.args += text;
    this.parts.append(call.part, text);
  }

  #beginCall({ id, index, function: called }: ToolCallDelta): OpenCall {
    this.#flushContent();
    this.#endOpen();
    const number = index ?? null;
    const before = number === null ? undefined : this.#calls.findLast((call) => call.index === number);
    if (before) this.parts.end(before.part);
    const wireName = called?.name ?? '';
    const part = this.parts.begin({
      type: 'tool_call',
      id: id || this.parts.spareCallId(),
      name: this.#nameOf(wireName),
      args: {},
    });
    const call = { part, index: number, id: id ?? '', name: wireName, args: '' };
    this.#calls.push(call);
    return call;
  }

  #nameOf(wireName: string): string {
    return this.#toolNames.get(wireName) ?? wireName;
  }

  #image(image: ChatImage): void {
    this.#flushContent();
    this.#endOpen();
    this.parts.add(pictureOf(image) ?? vendorBlock({ type: 'image', ...image }));
  }

  #flushContent(): void {
    for (const segment of this.#thinkTags?.flush() ?? []) this.#show(segment);
    const rest = this.#repeated?.flush(this.#reasoned) ?? '';
    if (rest !== '') this.#show({ type: 'text', text: rest });
    for (const { type, text } of this.#channels.flush()) this.#grow(type, text);
  }

  #count(usage: ChatUsage): void {
    const input = usage.prompt_tokens ?? 0;
    this.#reported = usage.prompt_tokens ?? this.#reported;
    const thinking = usage.completion_tokens_details?.reasoning_tokens ?? undefined;
    const cacheRead =
      usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens;
    const cacheWrite = usage.prompt_tokens_details?.cache_write_tokens ?? undefined;
    this.parts.usage({
      input,
      // xAI counts reasoning only in the total.
      output: Math.max(usage.completion_tokens ?? 0, (usage.total_tokens ?? 0) - input),
      ...(thinking === undefined ? {} : { thinking }),
      ...(cacheRead === undefined ? {} : { cacheRead }),
      ...(cacheWrite === undefined ? {} : { cacheWrite }),
    });
  }
}
