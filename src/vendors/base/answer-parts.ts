import type { Part } from '#core/message.ts';
import type { PicturePreview, StreamEvent } from '#core/stream-event.ts';
import type { Usage } from '#core/usage.ts';
import { parseArguments } from './tool-arguments.ts';

interface Growing {
  part: Part;
  /** Streamed argument text of a call. */
  args: string;
  done: boolean;
}

const NO_ARGUMENTS = /^\s*\{\s*\}\s*$/;

/**
 * The parts of one answer in order, and the events that describe them. A parser begins, appends to and ends parts; the
 * driver takes the events. Parts inside events are never mutated afterwards.
 */
export class AnswerParts {
  readonly #parts: Growing[] = [];
  #events: StreamEvent[] = [];

  /** An id for a call that arrived without one. It's unique within its answer; the compiler reissues ids per vendor. */
  spareCallId(): string {
    return `call_${this.#parts.length}`;
  }

  begin(part: Part): number {
    const index = this.#parts.push({ part, args: '', done: false }) - 1;
    this.#events.push({ type: 'part_start', index, part });
    return index;
  }

  /** Adds a part that arrived complete. */
  add(part: Part): number {
    const index = this.begin(part);
    this.end(index);
    return index;
  }

  append(index: number, delta: string): void {
    const growing = this.#parts[index];
    if (!growing || growing.done || delta === '') return;
    const { part } = growing;
    if (part.type === 'text' || part.type === 'refusal' || part.type === 'thinking') {
      growing.part = { ...part, text: part.text + delta };
      this.#events.push({ type: part.type === 'thinking' ? 'thinking_delta' : 'text_delta', index, delta });
    } else if (part.type === 'tool_call') {
      growing.args += delta;
      this.#events.push({ type: 'args_delta', index, delta });
    }
  }

  /**
   * Sets the vendor's final text (or argument text) of a part: appends what is missing, or replaces text that differs.
   * Without a final text, what was streamed stays; so do streamed arguments that a server has no more at the end (LM
   * Studio, pi PR#917, 2026-01).
   */
  settle(index: number, full: string): void {
    const growing = this.#parts[index];
    if (!growing || growing.done) return;
    const streamed = growing.part.type === 'tool_call' ? growing.args : 'text' in growing.part ? growing.part.text : '';
    if (full === '') return;
    if (full.startsWith(streamed)) this.append(index, full.slice(streamed.length));
    else if (growing.part.type === 'tool_call') growing.args = NO_ARGUMENTS.test(full) ? streamed : full;
    else if ('text' in growing.part) growing.part = { ...growing.part, text: full };
  }

  /** Sets fields that have no delta. A part that has already ended emits a second `part_end`. */
  change(index: number, change: (part: Part) => Part): void {
    const growing = this.#parts[index];
    if (!growing) return;
    growing.part = change(growing.part);
    if (growing.done) this.#events.push({ type: 'part_end', index, part: growing.part });
  }

  end(index: number): void {
    const growing = this.#parts[index];
    if (!growing || growing.done) return;
    growing.done = true;
    if (growing.part.type === 'tool_call' && growing.args.trim() !== '')
      growing.part = { ...growing.part, ...parseArguments(growing.args) };
    this.#events.push({ type: 'part_end', index, part: growing.part });
  }

  /** Shows what a picture looks like so far. */
  preview(index: number, preview: PicturePreview): void {
    if (this.#parts[index]?.done === false) this.#events.push({ type: 'picture_preview', index, preview });
  }

  /** Ends all open parts as they are. */
  endAll(): void {
    for (const index of this.#parts.keys()) this.end(index);
  }

  usage(usage: Usage): void {
    this.#events.push({ type: 'usage', usage });
  }

  get(index: number): Part | undefined {
    return this.#parts[index]?.part;
  }

  all(): Part[] {
    return this.#parts.map(({ part }) => part);
  }

  last(): Part | undefined {
    return this.#parts.at(-1)?.part;
  }

  find(test: (part: Part) => boolean): number {
    return this.#parts.findIndex((growing) => test(growing.part));
  }

  /** The number of pictures, as a field of `Usage`. */
  get pictures(): { pictures?: number } {
    const count = this.#parts.filter(({ part }) => part.type === 'image').length;
    return count === 0 ? {} : { pictures: count };
  }

  has(type: Part['type']): boolean {
    return this.#parts.some((growing) => growing.part.type === type);
  }

  take(): StreamEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}
