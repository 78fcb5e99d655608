import type {
  BetaContextManagementResponse,
  BetaInputTransformation,
} from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type {
  MessageDeltaUsage,
  RawContentBlockDelta,
  RawMessageStreamEvent,
  RefusalStopDetails,
  Usage as WireUsage,
} from '@anthropic-ai/sdk/resources/messages/messages';
import type { ErrorKind } from '#core/error.ts';
import type { Stop } from '#core/message.ts';
import type { Note } from '#core/request.ts';
import type { Usage } from '#core/usage.ts';
import { AnswerParts } from '../base/answer-parts.ts';
import { vendorBlock } from '../base/vendor-block.ts';
import { CITATIONS } from './render-request.ts';
import { StreamingBlock } from './streaming-block.ts';
import { type Ending, refusedEnding, type StreamParser } from '../base/stream-parser.ts';

/**
 * `pause_turn` means that the vendor's own tools wait for another request. Baton has already sent several by then
 * (`continue-paused.ts`); the answer so far is complete and is sent back (A13).
 */
const STOPS: Readonly<Record<string, Stop>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  pause_turn: 'end',
  tool_use: 'tool',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refusal',
};

/** Stop reasons after which the vendor has more to send. */
const UNFINISHED: Readonly<Record<string, ErrorKind>> = {
  pause_turn: 'cut_off',
  model_context_window_exceeded: 'context_overflow',
};

type WireBlock = Extract<RawMessageStreamEvent, { type: 'content_block_start' }>['content_block'];

/**
 * Parses raw Messages events into parts (vendor-rules A2, A13, A23, A31, A32, A36). Blocks without a matching part are
 * stored unchanged as vendor blocks. Unknown events are ignored.
 */
export class AnthropicParser implements StreamParser<RawMessageStreamEvent> {
  readonly parts = new AnswerParts();
  model: string | undefined;
  notes: readonly Note[] = [];
  readonly #toolNames: ReadonlyMap<string, string>;
  /** Index of a content block on the wire -> index of its part. */
  readonly #indices = new Map<number, number>();
  /** Vendor blocks that are still streaming, by their index on the wire. */
  readonly #own = new Map<number, StreamingBlock>();
  /** Citations of texts that are still streaming, by their index on the wire. */
  readonly #citations = new Map<number, object[]>();
  /** Of the messages before this one, when the answer was paused. */
  #earlier: Usage | null = null;
  #isMessageOver = false;
  #usage: Usage = { input: 0, output: 0 };
  #stop: string | null = null;
  #details: RefusalStopDetails | null = null;
  #cleared: readonly Note[] = [];

  constructor(toolNames: ReadonlyMap<string, string>) {
    this.#toolNames = toolNames;
  }

  push(event: RawMessageStreamEvent): void {
    switch (event.type) {
      case 'message_start':
        this.#goOn();
        this.model = event.message.model;
        this.notes = droppedThinking(event.message);
        // Compatible servers omit it.
        if (event.message.usage) this.#count(event.message.usage);
        return;
      case 'content_block_start':
        this.#begin(event.index, event.content_block);
        return;
      case 'content_block_delta':
        this.#grow(event.index, event.delta);
        return;
      case 'content_block_stop':
        this.#end(event.index);
        return;
      case 'message_delta':
        this.#isMessageOver = true;
        this.#stop = event.delta.stop_reason ?? this.#stop;
        this.#details = event.delta.stop_details ?? this.#details;
        if (event.usage) this.#count(event.usage);
        this.#cleared = clearedToolUses(event) ?? this.#cleared;
        return;
      case 'message_stop':
        this.#stop ??= 'end_turn';
    }
  }

  close(): void {
    for (const wireIndex of this.#citations.keys()) this.#end(wireIndex);
  }

  ending(): Ending | null {
    const ending = this.#ending();
    return ending && this.#cleared.length > 0 ? { ...ending, notes: this.#cleared } : ending;
  }

  #ending(): Ending | null {
    if (this.#stop === null) return null;
    const stop = STOPS[this.#stop] ?? 'end';
    if (stop === 'refusal')
      return refusedEnding(
        'anthropic',
        this.#details?.explanation ?? 'The model declined to answer.',
        this.#details?.category ?? 'refusal',
      );
    const kind = UNFINISHED[this.#stop];
    // Compatible servers end an answer with calls like one without.
    if (kind === undefined) return { stop: stop === 'end' && this.parts.has('tool_call') ? 'tool' : stop };
    return { stop, error: { kind, retryable: false, message: this.#stop, code: this.#stop, vendor: 'anthropic' } };
  }

  /**
   * A paused answer goes on in another message, whose blocks are counted from the start. A proxy may begin one message
   * twice: that is one, and is paid for once.
   */
  #goOn(): void {
    if (!this.#isMessageOver) return;
    this.#isMessageOver = false;
    this.#indices.clear();
    this.#own.clear();
    this.#citations.clear();
    this.#earlier = this.#total();
    this.#usage = { input: 0, output: 0 };
  }

  #begin(index: number, block: WireBlock): void {
    switch (block.type) {
      case 'text':
        if (block.citations?.length) this.#citations.set(index, [...block.citations]);
        this.#indices.set(index, this.parts.begin({ type: 'text', text: block.text ?? '' }));
        return;
      case 'thinking':
        this.#indices.set(
          index,
          this.parts.begin({
            type: 'thinking',
            text: block.thinking ?? '',
            ...(block.signature ? { signature: block.signature } : {}),
          }),
        );
        return;
      case 'redacted_thinking':
        this.#indices.set(index, this.parts.begin({ type: 'redacted_thinking', data: block.data }));
        return;
      case 'tool_use':
        this.#indices.set(
          index,
          this.parts.begin({
            type: 'tool_call',
            // Compatible servers omit it.
            id: block.id || this.parts.spareCallId(),
            name: this.#toolNames.get(block.name) ?? block.name,
            // Compatible servers put the entire input here and send no deltas.
            args: block.input ?? {},
          }),
        );
        return;
      default:
        this.#own.set(index, new StreamingBlock(block));
        this.#indices.set(index, this.parts.begin(vendorBlock(block)));
    }
  }

  #end(wireIndex: number): void {
    const index = this.#indices.get(wireIndex) ?? -1;
    const own = this.#own.get(wireIndex);
    if (own) this.parts.change(index, () => vendorBlock(own.finished()));
    this.parts.end(index);
    const citations = this.#citations.get(wireIndex);
    // They stand in the block of the text, which has no place for them here.
    if (citations) this.parts.add(vendorBlock({ type: CITATIONS, citations }));
    this.#citations.delete(wireIndex);
  }

  #grow(wireIndex: number, delta: RawContentBlockDelta): void {
    const index = this.#indices.get(wireIndex) ?? this.#unannounced(wireIndex, delta);
    if (index === undefined) return;
    const own = this.#own.get(wireIndex);
    if (own) {
      own.grow(delta);
      return;
    }
    switch (delta.type) {
      case 'text_delta':
        this.parts.append(index, delta.text);
        return;
      case 'thinking_delta':
        this.parts.append(index, delta.thinking);
        return;
      case 'input_json_delta':
        this.parts.append(index, delta.partial_json);
        return;
      case 'citations_delta':
        this.#citations.set(wireIndex, [...(this.#citations.get(wireIndex) ?? []), delta.citation]);
        return;
      case 'signature_delta':
        this.parts.change(index, (part) => (part.type === 'thinking' ? { ...part, signature: delta.signature } : part));
        return;
      default:
    }
  }

  /** The block of a delta whose start is missing, where the delta says what it is. */
  #unannounced(wireIndex: number, { type }: RawContentBlockDelta): number | undefined {
    if (type === 'text_delta') this.#begin(wireIndex, { type: 'text', text: '', citations: null });
    if (type === 'thinking_delta') this.#begin(wireIndex, { type: 'thinking', thinking: '', signature: '' });
    return this.#indices.get(wireIndex);
  }

  /** Later counts are totals and replace earlier ones; a missing field keeps its last value. */
  #count(usage: WireUsage | MessageDeltaUsage): void {
    const before = this.#usage;
    const cacheRead = usage.cache_read_input_tokens ?? before.cacheRead;
    const cacheWrite = usage.cache_creation_input_tokens ?? before.cacheWrite;
    const fresh = usage.input_tokens ?? before.input - (before.cacheRead ?? 0) - (before.cacheWrite ?? 0);
    const thinking = usage.output_tokens_details?.thinking_tokens ?? before.thinking;
    this.#usage = {
      input: fresh + (cacheRead ?? 0) + (cacheWrite ?? 0),
      output: usage.output_tokens ?? before.output,
      ...(thinking === undefined ? {} : { thinking }),
      ...(cacheRead === undefined ? {} : { cacheRead }),
      ...(cacheWrite === undefined ? {} : { cacheWrite }),
    };
    this.parts.usage(this.#total());
  }

  /** Each message of a paused answer is paid for. */
  #total(): Usage {
    const earlier = this.#earlier;
    if (!earlier) return this.#usage;
    const sum: Usage = { ...this.#usage };
    for (const name of ['input', 'output', 'thinking', 'cacheRead', 'cacheWrite'] as const) {
      const [before, now] = [earlier[name], this.#usage[name]];
      if (before !== undefined) sum[name] = before + (now ?? 0);
    }
    return sum;
  }
}

/**
 * Thinking that the API dropped from the request before reading it (A24, A25). The SDK's stable type doesn't include
 * the field.
 */
function droppedThinking(message: object): Note[] {
  const { input_transformations: changes } = message as {
    input_transformations?: readonly BetaInputTransformation[] | null;
  };
  return (changes ?? [])
    .filter((change) => change.type === 'thinking_dropped')
    .map(({ path, reason }) => ({ rule: 'vendor-dropped-thinking', detail: `${path}: ${reason}` }));
}

/**
 * Tool uses that the API cleared because it was asked to (A38). The last event reports them; its stable type doesn't
 * include the field.
 */
function clearedToolUses(event: object): Note[] | undefined {
  const { context_management: management } = event as {
    context_management?: Partial<BetaContextManagementResponse> | null;
  };
  return management?.applied_edits?.flatMap((edit) =>
    edit.type === 'clear_tool_uses_20250919'
      ? {
          rule: 'vendor-cleared-tool-uses',
          detail: `${edit.cleared_tool_uses} tool uses, ${edit.cleared_input_tokens} tokens`,
        }
      : [],
  );
}
