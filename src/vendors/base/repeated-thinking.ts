const OPEN = '<think>';
const CLOSE = '</think>';
/** Characters. What is the same for so long is compared again only at its end: each time, all of it is read. */
const ENOUGH = 1_000;

/**
 * Content beside reasoning that has a field of its own. MiniMax sends the same thinking in tags at the start of the
 * content, too (oh-my-pi PR#2434, vellum-assistant PR#34556, both 2026-06). Drops it there; other content stays.
 */
export class RepeatedThinking {
  #state: 'start' | 'after' | 'text' = 'start';
  #pending: string;
  #isLike = false;
  /** The end of it, in which a closing tag may begin. */
  #end = '';

  /** `held`: content before the first reasoning that nothing was shown of. */
  constructor(held: string) {
    this.#pending = held;
  }

  /** What is to be shown. `reasoned`: all that the field had so far. */
  push(delta: string, reasoned: string): string {
    this.#pending += delta;
    const end = this.#end + delta;
    this.#end = end.slice(1 - CLOSE.length);
    if (this.#isLike && !end.includes(CLOSE)) return '';
    this.#isLike = false;
    if (this.#state === 'start') {
      const text = this.#pending.trimStart();
      if (text.length < OPEN.length && OPEN.startsWith(text)) return '';
      const close = text.indexOf(CLOSE);
      if (!text.startsWith(OPEN) || !isRepeated(text, close, reasoned)) return this.#rest();
      this.#isLike = close < 0 && text.length > ENOUGH;
      if (close < 0) return '';
      this.#pending = text.slice(close + CLOSE.length);
      this.#state = 'after';
    }
    if (this.#state === 'after') {
      this.#pending = this.#pending.trimStart();
      if (this.#pending === '') return '';
    }
    return this.#rest();
  }

  /** Returns the text that is still buffered when the content ends. */
  flush(reasoned: string): string {
    const text = this.#pending.trimStart();
    const isThought = this.#state === 'start' && text.startsWith(OPEN) && reasoned.includes(thoughtIn(text, -1));
    return isThought ? '' : this.#rest();
  }

  #rest(): string {
    this.#state = 'text';
    const rest = this.#pending;
    this.#pending = '';
    return rest;
  }
}

/** Either may be ahead of the other. */
function isRepeated(text: string, end: number, reasoned: string): boolean {
  const [tagged, own] = [thoughtIn(text, end), reasoned.trim()];
  return own.startsWith(tagged) || tagged.startsWith(own);
}

/** Without what may be the start of the closing tag. */
function thoughtIn(text: string, end: number): string {
  const thought = text.slice(OPEN.length, end < 0 ? undefined : end);
  const tag = end < 0 ? thought.lastIndexOf('<') : -1;
  return (tag >= 0 && CLOSE.startsWith(thought.slice(tag)) ? thought.slice(0, tag) : thought).trim();
}
