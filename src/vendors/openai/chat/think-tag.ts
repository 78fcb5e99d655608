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
  #held = '';

  push(delta: string): TextSegment[] {
    this.#held += delta;
    const pieces: TextSegment[] = [];
    if (this.#state === 'start') {
      const text = this.#held.trimStart();
      if (OPEN.startsWith(text.slice(0, OPEN.length)) && text.length < OPEN.length) return pieces;
      if (text.startsWith(OPEN)) {
        this.#state = 'thinking';
        this.#held = text.slice(OPEN.length);
      } else this.#state = 'text';
    }
    if (this.#state === 'thinking') {
      const end = this.#held.indexOf(CLOSE);
      const safe = end >= 0 ? end : this.#held.length - partialTag(this.#held);
      if (safe > 0) pieces.push({ type: 'thinking', text: this.#held.slice(0, safe) });
      this.#held = this.#held.slice(safe);
      if (end < 0) return pieces;
      this.#held = this.#held.slice(CLOSE.length);
      this.#state = 'after';
    }
    if (this.#state === 'after') {
      this.#held = this.#held.trimStart();
      if (this.#held === '') return pieces;
      this.#state = 'text';
    }
    if (this.#held !== '') pieces.push({ type: 'text', text: this.#held });
    this.#held = '';
    return pieces;
  }

  /** Returns the text that is still buffered when the content ends. */
  flush(): TextSegment[] {
    const text = this.#held;
    this.#held = '';
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
