import { TextStart } from '#core/text-start.ts';

/** `thought`: all that was text so far is this thinking. */
export interface TextSegment {
  type: 'thinking' | 'text' | 'thought';
  text: string;
}

const OPEN = '<think>';
const CLOSE = '</think>';
/** How tags of models begin that have others for their thinking (core/harmony-splitter.ts). */
const CHANNEL = '<|';

/** A closing tag on a line of its own, and what may still become one. */
const LONE_CLOSE = /(?<=^|\n)<\/think>[ \t]*\r?\n\s*/;
const OPEN_CLOSE = /^<\/think>[ \t]*\r?$/;
/** Stands for the start of a line that is no closing tag. */
const NO_TAG = '.';
const FENCE = /^ {0,3}(?:```|~~~)/gm;

/**
 * Some servers don't separate reasoning, and their models write `<think>…</think>` at the very start of the content.
 * Splits it off while it streams, buffering no more than a possible partial tag. Where the template of the model has the
 * opening tag, only the closing one arrives (cherry-studio#13083, 2026-02; obsidian-copilot PR#2153, 2026-02).
 */
export class ThinkTagSplitter {
  #state: 'start' | 'thinking' | 'after' | 'text' = 'start';
  readonly #start = new TextStart();
  #pending = '';
  /** The text so far, while it may turn out to be thinking. Only added to: to search it would copy it each time. */
  #said: string | null = '';
  /** The line after it, while it may become a closing tag; `null` within one that doesn't. */
  #line: string | null = '';

  push(delta: string): TextSegment[] {
    const pieces: TextSegment[] = [];
    if (this.#state !== 'start') this.#pending += delta;
    else {
      const text = this.#start.add(delta);
      if ([OPEN, CLOSE].some((tag) => text.length < tag.length && tag.startsWith(text))) return pieces;
      const tag = [OPEN, CLOSE].find((one) => text.startsWith(one));
      this.#state = tag === OPEN ? 'thinking' : tag === CLOSE ? 'after' : 'text';
      if (text.startsWith(CHANNEL)) this.#said = null;
      this.#pending = tag === undefined ? this.#start.whole : text.slice(tag.length);
      if (tag !== undefined) this.#said = null;
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
    if (this.#pending !== '') pieces.push(...this.#text(this.#pending));
    this.#pending = '';
    return pieces;
  }

  #text(more: string): TextSegment[] {
    if (this.#said === null) return [{ type: 'text', text: more }];
    const skip = this.#line === null ? NO_TAG.length : 0;
    const end = (this.#line ?? NO_TAG) + more;
    const found = LONE_CLOSE.exec(end);
    if (!found) {
      const at = end.lastIndexOf('\n') + 1;
      const line = end.slice(at);
      const opens = CLOSE.startsWith(line) || OPEN_CLOSE.test(line);
      this.#said += end.slice(skip, opens ? at : undefined);
      this.#line = opens ? line : null;
      return [{ type: 'text', text: more }];
    }
    const thought = this.#said + end.slice(skip, found.index);
    const rest = end.slice(found.index + found[0].length);
    this.#said = null;
    if ((thought.match(FENCE)?.length ?? 0) % 2 === 1) return [{ type: 'text', text: more }];
    if (rest === '') this.#state = 'after';
    return [{ type: 'thought', text: thought }, ...(rest === '' ? [] : [{ type: 'text' as const, text: rest }])];
  }

  /** Returns the text that is still buffered when the content ends. */
  flush(): { type: 'thinking' | 'text'; text: string }[] {
    const text = this.#state === 'start' ? this.#start.whole : this.#pending;
    this.#pending = '';
    this.#said = null;
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
