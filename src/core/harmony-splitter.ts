import { TextStart } from './text-start.ts';

interface Segment {
  type: 'thinking' | 'text';
  text: string;
}

const BEGINS = /^\s*<\|(?:channel|start)\|>/;

/** What a whole text of such a model consists of; `null` where it has no channels. */
export function splitChanneled(text: string): Segment[] | null {
  if (!BEGINS.test(text)) return null;
  const splitter = new HarmonySplitter();
  const segments: Segment[] = [];
  for (const { type, text: piece } of [...splitter.push(text), ...splitter.flush()]) {
    const last = segments.at(-1);
    if (last?.type === type) last.text += piece;
    else segments.push({ type, text: piece });
  }
  return segments;
}

const END = String.raw`<\|(?:end|return|call)\|>`;
const HEADER =
  String.raw`(?:<\|start\|>(?<role>[^<]{0,100}))?<\|channel\|>\s*(?<channel>analysis|commentary|final)\b` +
  String.raw`(?<about>[^<]{0,100})(?:<\|constrain\|>[^<]{0,100})?<\|message\|>`;

const FIRST = new RegExp(`^${HEADER}`);
/** Between two messages, the end of the first may be missing. */
const NEXT = new RegExp(String.raw`^(?:${END}\s{0,9})?${HEADER}`);
const ENDED = new RegExp(`^${END}`);
/** What may still become the start of a message. As short as one is: what is buffered is read again with every piece. */
const OPEN = new RegExp(
  String.raw`^(?:${END}\s{0,9})?(?:<\|(?:start|channel|constrain)\|>[^<]{0,100}){0,3}(?:<(?:\|[a-z]{0,9}\|?)?)?$`,
);

/**
 * gpt-oss writes messages in channels, and some servers pass them on as they are: analysis is thinking, the others are
 * text (mlx-lm PR#1867, 2026-09; TensorRT-LLM#9256, 2025-11). Only content that begins with one is split. A message to
 * a tool stays text with its recipient: it may also arrive as a call, which would then run twice.
 */
export class HarmonySplitter {
  #state: 'start' | 'messages' | 'plain' = 'start';
  readonly #start = new TextStart();
  #pending = '';
  #type: Segment['type'] = 'text';
  #last: Segment['type'] | null = null;
  /** Keeps two messages of the same type apart. */
  #gap = '';

  push(delta: string): Segment[] {
    const segments: Segment[] = [];
    if (this.#state !== 'start') this.#pending += delta;
    else {
      const text = this.#start.add(delta);
      const first = FIRST.exec(text);
      if (!first && OPEN.test(text)) return segments;
      this.#state = first ? 'messages' : 'plain';
      if (first) this.#begin(first, text, segments);
      else this.#pending = this.#start.whole;
    }
    while (this.#pending !== '') {
      const at = this.#state === 'plain' ? -1 : this.#pending.search(/<(?=\||$)/);
      this.#show(at < 0 ? this.#pending.length : at, segments);
      if (at < 0) break;
      const next = NEXT.exec(this.#pending);
      if (next) this.#begin(next, this.#pending, segments);
      else if (OPEN.test(this.#pending)) break;
      else this.#show(1, segments);
    }
    return segments;
  }

  #begin(header: RegExpExecArray, text: string, segments: Segment[]): void {
    const { role = '', channel, about = '' } = header.groups ?? {};
    this.#type = channel === 'analysis' ? 'thinking' : 'text';
    this.#gap = this.#last === this.#type ? '\n\n' : '';
    this.#pending = text.slice(header[0].length);
    const recipient = /\bto=\S+/.exec(`${role} ${about}`)?.[0];
    if (recipient === undefined) return;
    this.#pending = `${recipient} ${this.#pending}`;
    this.#show(recipient.length + 1, segments);
  }

  /** Passes on the first characters of what is buffered. */
  #show(length: number, segments: Segment[]): void {
    if (length === 0) return;
    segments.push({ type: this.#type, text: this.#gap + this.#pending.slice(0, length) });
    this.#pending = this.#pending.slice(length);
    this.#last = this.#type;
    this.#gap = '';
  }

  /** Returns what is still buffered when the content ends. */
  flush(): Segment[] {
    const segments: Segment[] = [];
    if (this.#state === 'start') this.#pending = this.#start.whole;
    if (this.#state === 'messages' && ENDED.test(this.#pending)) this.#pending = '';
    this.#show(this.#pending.length, segments);
    return segments;
  }
}
