export interface TextSegment {
  type: 'thinking' | 'text';
  text: string;
}

const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Models behind servers that do not separate reasoning write `<think>…</think>` at the very start of their content.
 * Splits it off while it streams, holding back no more than a tag that may be arriving.
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

  /** What was held back when the content ended. */
  flush(): TextSegment[] {
    const text = this.#held;
    this.#held = '';
    if (text === '') return [];
    return [{ type: this.#state === 'thinking' ? 'thinking' : 'text', text }];
  }
}

/** Length of the longest end of `text` that could become the closing tag. */
function partialTag(text: string): number {
  for (let length = Math.min(CLOSE.length - 1, text.length); length > 0; length--)
    if (CLOSE.startsWith(text.slice(-length))) return length;
  return 0;
}
