import type {
  Response as WireResponse,
  ResponseFunctionToolCall,
  ResponseImageGenCallPartialImageEvent as PartialPicture,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses';
import { standardBase64 } from '#core/base64.ts';
import type { ImagePart, Part } from '#core/message.ts';
import type { Vendor } from '#core/vendor.ts';
import { AnswerParts } from '../../base/answer-parts.ts';
import { vendorFailure } from '../../base/model-error.ts';
import { type Ending, refusedEnding, type StreamParser } from '../../base/stream-parser.ts';
import { vendorBlock } from '../../base/vendor-block.ts';
import { partOf } from './reasoning-item.ts';
import { ANNOTATIONS } from './render-request.ts';

const mimeOf = (format: string): string => (format === 'svg' ? 'image/svg+xml' : `image/${format}`);

/** A picture that the model made; `null` for other items, and where nothing came of it. */
function pictureOf(item: ResponseOutputItem): ImagePart | null {
  if (item.type !== 'image_generation_call') return null;
  const data = standardBase64(item.result ?? '');
  if (data === null) return null;
  return {
    type: 'image',
    mime: mimeOf(item.output_format ?? 'png'),
    data,
    ...(item.revised_prompt ? { prompt: item.revised_prompt } : {}),
    ...(item.id ? { itemId: item.id } : {}),
  };
}

/** Some servers give a call only the id that its result names. */
const idOf = (item: ResponseOutputItem): string | undefined =>
  item.id || (item.type === 'function_call' ? item.call_id : undefined);

/**
 * Parses Responses events into parts. The finished item is authoritative (R8): deltas only show its progress, and
 * servers that send items without deltas work just as well. Items without a matching part are stored unchanged as
 * vendor blocks. Unknown events are ignored.
 */
export class ResponsesParser implements StreamParser<ResponseStreamEvent> {
  readonly parts = new AnswerParts();
  model: string | undefined;
  readonly #vendor: Vendor;
  readonly #toolNames: ReadonlyMap<string, string>;
  /** Place of an item (plus content index within a message) -> index of its part. */
  readonly #indices = new Map<string, number>();
  /** Places of the items, in the order in which they came. */
  readonly #places: string[] = [];
  /** Annotations of messages that aren't finished, by their place. */
  readonly #annotations = new Map<string, unknown[]>();
  #final: WireResponse | null = null;

  constructor(vendor: Vendor, toolNames: ReadonlyMap<string, string>) {
    this.#vendor = vendor;
    this.#toolNames = toolNames;
  }

  push(event: ResponseStreamEvent): void {
    switch (event.type) {
      case 'response.created':
      case 'response.in_progress':
        this.model ??= event.response.model;
        return;
      case 'response.output_item.added':
        this.#added(this.#placeOf(event, idOf(event.item), true), event.item);
        return;
      case 'response.reasoning_summary_part.added':
        // Consecutive summaries become paragraphs of one part.
        if (event.summary_index > 0) this.parts.append(this.#thinking(this.#placeOf(event)), '\n\n');
        return;
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        this.parts.append(this.#thinking(this.#placeOf(event)), event.delta);
        return;
      case 'response.output_text.delta':
        this.parts.append(this.#piece(this.#placeOf(event), event.content_index, 'text', event.item_id), event.delta);
        return;
      case 'response.refusal.delta':
        this.parts.append(
          this.#piece(this.#placeOf(event), event.content_index, 'refusal', event.item_id),
          event.delta,
        );
        return;
      case 'response.function_call_arguments.delta':
        this.parts.append(this.#indices.get(this.#placeOf(event)) ?? -1, event.delta);
        return;
      case 'response.function_call_arguments.done':
        this.parts.settle(this.#indices.get(this.#placeOf(event)) ?? -1, event.arguments ?? '');
        return;
      case 'response.image_generation_call.partial_image':
        this.#preview(event);
        return;
      case 'response.output_text.annotation.added': {
        const at = this.#placeOf(event);
        this.#annotations.set(at, [...(this.#annotations.get(at) ?? []), event.annotation]);
        return;
      }
      case 'response.output_item.done':
        this.#done(this.#placeOf(event, idOf(event.item)), event.item);
        return;
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        this.#finish(event.response);
        return;
      default:
    }
  }

  close(): void {
    for (const annotations of this.#annotations.values())
      this.parts.add(vendorBlock({ type: ANNOTATIONS, annotations }));
  }

  ending(): Ending | null {
    const response = this.#final;
    if (!response) return null;
    if (response.status === 'failed' || response.error)
      return {
        stop: 'error',
        error: vendorFailure({ vendor: this.#vendor, body: { error: response.error ?? {} }, headers: null }),
      };
    const reason = response.incomplete_details?.reason;
    if (reason === 'content_filter')
      return refusedEnding(this.#vendor, 'The answer was stopped by the content filter.', reason);
    if (response.status === 'incomplete') return { stop: 'length' };
    if (this.parts.has('tool_call')) return { stop: 'tool' };
    return { stop: this.parts.has('refusal') ? 'refusal' : 'end' };
  }

  /**
   * The place of the item that an event is about. Local servers omit the index (llama.cpp#20607): then the id of the
   * item says which one it is, or it is the newest one.
   */
  #placeOf(event: { output_index?: number; item_id?: string }, id = event.item_id, begins = false): string {
    const { output_index: index } = event;
    const next = `new ${this.#places.length}`;
    const unnumbered = id ? `id ${id}` : begins ? next : (this.#places.at(-1) ?? next);
    const place = index === undefined ? unnumbered : `${index}`;
    if (!this.#places.includes(place)) this.#places.push(place);
    return place;
  }

  #added(at: string, item: ResponseOutputItem): void {
    if (item.type === 'reasoning') this.#thinking(at);
    else if (item.type === 'function_call') this.#call(at, item);
    else if (item.type !== 'message') this.#slot(at, () => this.parts.begin(vendorBlock(item)));
  }

  #preview(event: PartialPicture): void {
    const { partial_image_b64: image, output_format: format } = event;
    const data = standardBase64(image);
    const index = this.#indices.get(this.#placeOf(event));
    if (data !== null && index !== undefined) this.parts.preview(index, { mime: mimeOf(format ?? 'png'), data });
  }

  #thinking(at: string): number {
    return this.#slot(at, () => this.parts.begin({ type: 'thinking', text: '' }), 'thinking');
  }

  #call(at: string, item: ResponseFunctionToolCall): number {
    const begin = () =>
      this.parts.begin({
        type: 'tool_call',
        // Compatible servers omit it.
        id: item.call_id || this.parts.spareCallId(),
        name: this.#toolNames.get(item.name) ?? item.name,
        args: {},
        ...(item.id ? { itemId: item.id } : {}),
      });
    return this.#slot(at, begin, 'tool_call');
  }

  #piece(at: string, content: number | undefined, type: 'text' | 'refusal', itemId: string): number {
    return this.#slot(`${at}/${content ?? 0}`, () =>
      this.parts.begin(type === 'text' ? { type, text: '', ...(itemId ? { itemId } : {}) } : { type, text: '' }),
    );
  }

  /** `type`: another item of an unnumbered stream must not be taken for it. */
  #slot(key: string, begin: () => number, type?: Part['type']): number {
    const existing = this.#indices.get(key);
    if (existing !== undefined && (!type || this.parts.get(existing)?.type === type)) return existing;
    const index = begin();
    this.#indices.set(key, index);
    return index;
  }

  #done(at: string, item: ResponseOutputItem): void {
    if (item.type === 'reasoning') {
      const index = this.#thinking(at);
      const shown = this.parts.get(index);
      const complete = partOf(item, shown?.type === 'thinking' ? shown.text : '');
      this.parts.settle(index, complete.text);
      this.parts.change(index, () => complete);
      this.parts.end(index);
    } else if (item.type === 'function_call') {
      const index = this.#call(at, item);
      this.parts.settle(index, item.arguments ?? '');
      this.parts.end(index);
    } else if (item.type === 'message') this.#message(at, item);
    else {
      const index = this.#slot(at, () => this.parts.begin(vendorBlock(item)));
      this.parts.change(index, () => pictureOf(item) ?? vendorBlock(item));
      this.parts.end(index);
    }
  }

  #message(at: string, item: ResponseOutputMessage): void {
    const content = item.content ?? [];
    this.#annotations.delete(at);
    for (const [position, piece] of content.entries()) {
      const type = piece.type === 'refusal' ? 'refusal' : 'text';
      const index = this.#piece(at, position, type, item.id);
      this.parts.settle(index, (piece.type === 'refusal' ? piece.refusal : piece.text) ?? '');
      const phase = item.phase;
      if (phase) this.parts.change(index, (one) => (one.type === 'text' ? { ...one, phase } : one));
      this.parts.end(index);
      // They stand beside the text, which has no place for them here. A later text would take them for its own.
      if (piece.type === 'output_text' && piece.annotations?.length && position === content.length - 1)
        this.#slot(`${at}/annotations`, () =>
          this.parts.add(vendorBlock({ type: ANNOTATIONS, annotations: piece.annotations })),
        );
    }
  }

  #finish(response: WireResponse): void {
    this.#final = response;
    this.model = response.model ?? this.model;
    // Azure sends the encrypted content only here (R8); compatible servers may have sent no item events at all.
    for (const [number, item] of (response.output ?? []).entries()) {
      const at = this.#finalPlace(number, idOf(item));
      const index = this.#indices.get(at);
      const part = index === undefined ? undefined : this.parts.get(index);
      const unseen = part === undefined && !this.#indices.has(`${at}/0`);
      const opaque =
        item.type === 'reasoning' && part?.type === 'thinking' && item.encrypted_content && !part.encrypted;
      if (unseen || opaque) this.#done(at, item);
    }
    const usage = response.usage;
    if (!usage) return;
    const thinking = usage.output_tokens_details?.reasoning_tokens;
    const cacheRead = usage.input_tokens_details?.cached_tokens;
    const cacheWrite = usage.input_tokens_details?.cache_write_tokens;
    this.parts.usage({
      input: usage.input_tokens ?? 0,
      output: usage.output_tokens ?? 0,
      ...(thinking === undefined ? {} : { thinking }),
      ...(cacheRead === undefined ? {} : { cacheRead }),
      ...(cacheWrite === undefined ? {} : { cacheWrite }),
      ...this.parts.pictures,
    });
  }

  /** The place of an item of the finished response: by its index, its id, or its order where the events had neither. */
  #finalPlace(number: number, id: string | undefined): string {
    const known = new Set(this.#places);
    if (known.has(`${number}`)) return `${number}`;
    if (id && known.has(`id ${id}`)) return `id ${id}`;
    const inOrder = this.#places[number];
    return inOrder?.startsWith('new ') ? inOrder : `${number}`;
  }
}
