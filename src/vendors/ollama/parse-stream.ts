import type { Stop } from '#core/message.ts';
import { AnswerParts } from '../base/answer-parts.ts';
import { HarmonySplitter } from '#core/harmony-splitter.ts';
import { promptCut } from '../base/prompt-cut.ts';
import type { Ending, StreamParser } from '../base/stream-parser.ts';
import { type TextSegment, ThinkTagSplitter } from '../base/think-tag.ts';
import type { OllamaCall, OllamaChunk } from './ollama-chunk.ts';

const STOPS: Readonly<Record<string, Stop>> = { stop: 'end', length: 'length' };

/** Parses the lines of `/api/chat` into parts. Calls arrive complete. */
export class OllamaParser implements StreamParser<OllamaChunk> {
  readonly parts = new AnswerParts();
  model: string | undefined;
  readonly #toolNames: ReadonlyMap<string, string>;
  readonly #expected: number | null;
  #open: { index: number; type: 'text' | 'thinking' } | null = null;
  /** Models that the server doesn't know to think write tags, as everywhere. */
  #tags: ThinkTagSplitter | null = new ThinkTagSplitter();
  readonly #channels = new HarmonySplitter();
  #reported: number | null = null;
  #stop: Stop | null = null;

  /** `expected`: tokens of the prompt by Baton's estimate, for versions that cut it all the same. */
  constructor(toolNames: ReadonlyMap<string, string>, expected: number | null) {
    this.#toolNames = toolNames;
    this.#expected = expected;
  }

  push(chunk: OllamaChunk): void {
    if (chunk.error !== undefined)
      throw Object.assign(new Error('the server reported an error'), { error: { error: chunk.error } });
    if (chunk.model) this.model ??= chunk.model;
    const { thinking, content, tool_calls: calls } = chunk.message ?? {};
    if (thinking) {
      this.#tags = null;
      this.#grow('thinking', thinking);
    }
    if (content) {
      const pieces = this.#tags ? this.#tags.push(content) : [{ type: 'text' as const, text: content }];
      for (const piece of pieces) this.#show(piece);
    }
    for (const call of calls ?? []) this.#call(call);
    if (chunk.done) this.#end(chunk);
  }

  close(): void {
    this.#flush();
  }

  ending(): Ending | null {
    if (this.#stop === null) return null;
    const stop = this.#stop === 'end' && this.parts.has('tool_call') ? 'tool' : this.#stop;
    const notes = promptCut(this.#expected, this.#reported);
    return { stop, ...(notes.length > 0 && { notes }) };
  }

  #grow(type: 'text' | 'thinking', delta: string): void {
    if (this.#open?.type !== type) {
      this.#close();
      this.#open = { index: this.parts.begin({ type, text: '' }), type };
    }
    this.parts.append(this.#open.index, delta);
  }

  #show({ type, text }: TextSegment): void {
    if (type === 'thought') this.#changeToThinking(text);
    else if (type === 'thinking') this.#grow(type, text);
    else for (const segment of this.#channels.push(text)) this.#grow(segment.type, segment.text);
  }

  #changeToThinking(text: string): void {
    if (this.#open) this.parts.change(this.#open.index, () => ({ type: 'thinking', text }));
    this.#close();
  }

  #close(): void {
    if (this.#open) this.parts.end(this.#open.index);
    this.#open = null;
  }

  #flush(): void {
    for (const piece of this.#tags?.flush() ?? []) this.#show(piece);
    for (const { type, text } of this.#channels.flush()) this.#grow(type, text);
    this.#close();
  }

  #call({ id, function: called }: OllamaCall): void {
    this.#flush();
    const wireName = called?.name ?? '';
    const given = called?.arguments;
    const index = this.parts.begin({
      type: 'tool_call',
      id: id || this.parts.spareCallId(),
      name: this.#toolNames.get(wireName) ?? wireName,
      args: {},
    });
    // The own API has objects; a gateway in front of it may send their text.
    this.parts.append(index, typeof given === 'string' ? given : JSON.stringify(given ?? {}));
    this.parts.end(index);
  }

  #end({ done_reason: reason, prompt_eval_count: input, eval_count: output }: OllamaChunk): void {
    this.#flush();
    this.#stop = STOPS[reason ?? 'stop'] ?? 'end';
    this.#reported = input ?? null;
    if (input !== undefined || output !== undefined) this.parts.usage({ input: input ?? 0, output: output ?? 0 });
  }
}
