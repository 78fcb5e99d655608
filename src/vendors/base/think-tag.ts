export interface TextSegment {
  type: 'thinking' | 'text';
  text: string;
}

const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Some servers don't separate reasoning, and their models write `<think>…</think>` at the very start of the content.
 * Splits it off while it streams, buffering no more than a possible partial tag.
 */
export class ThinkTagSplitter {
  #state: 'start' | 'thinking' | 'after' | 'text' = 'start';
  #pending = '';

  push(delta: string): TextSegment[] {
    this.#pending += delta;
    const pieces: TextSegment[] = [];
    if (this.#state === 'start') {
      const text = this.#pending.trimStart();
      if (OPEN.startsWith(text.slice(0, OPEN.length)) && text.length < OPEN.length) return pieces;
      if (text.startsWith(OPEN)) {
        this.#state = 'thinking';
        this.#pending = text.slice(OPEN.length);
      } else this.#state = 'text';
    }
    if (this.#state === 'thinking') {
      const end = this.#pending.indexOf(CLOSE);
      const safe = end >= 0 ? end : this.#pending.length - partialTag(this.#pending);
      if (safe > 0) pieces.push({ type: 'thinking', text: this.#pending.slice(0, safe) });
      this.#pending = this.#pending.slice(safe);
      if (end < 0) return pieces;
      this.#pending = this.#pending.slice(CLOSE.length);
      this.#state = 'after';
    }
    if (this.#state === 'after') {
      this.#pending = this.#pending.trimStart();
      if (this.#pending === '') return pieces;
      this.#state = 'text';
    }
    if (this.#pending !== '') pieces.push({ type: 'text', text: this.#pending });
    this.#pending = '';
    return pieces;
  }

  /** Returns the text that is still buffered when the content ends. */
  flush(): TextSegment[] {
    const text = this.#pending;
    this.#pending = '';
    if (text === '') return [];
    return [{ type: this.#state === 'thinking' ? 'thinking' : 'text', text }];
  }
}

/** Length of the longest suffix of `text` that could be the start of the closing tag. */
function partialTag(text: string): number {
  for (let length = Math.min(CLOSE.length - 1, text.length); length > 0; length--)
    if (CLOSE.startsWith(text.slice(-length))) return length;
  return 0;
}
