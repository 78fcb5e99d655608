/** The part of `speechSynthesis` that reads. */
export interface Speaker {
  speak(utterance: SpeechSynthesisUtterance): void;
  cancel(): void;
}

export interface SpokenSentence {
  text: string;
  /** A tag of BCP 47. */
  language: string;
}

export interface SpeechState {
  /** Of the sentence that is read. */
  index: number;
  paused: boolean;
}

export interface SpeechHandlers {
  /** Called for each sentence, so that a change holds from the next one on. */
  utteranceFor: (sentence: SpokenSentence) => SpeechSynthesisUtterance;
  /** After the last sentence. */
  onEnd: () => void;
  /** `code`: as the platform names it. Nothing is read after it. */
  onError: (code: string) => void;
}

/** Another window of the browser, or the system, has taken the voice: the user can go on when it is free. */
const SILENCED: ReadonlySet<string> = new Set(['canceled', 'interrupted']);

/**
 * Reads sentences aloud, each as an utterance of its own: Chromium stops long ones early (crbug 335907), and its `pause`
 * has no effect on some systems (stackoverflow 53101113). Pausing therefore ends a sentence, and it is read again from
 * its start. Both as reported until 2026-11.
 */
export class SpeechPlayer {
  readonly #speaker: Speaker;
  readonly #sentences: readonly SpokenSentence[];
  #handlers: SpeechHandlers | null = null;
  readonly #listeners = new Set<() => void>();
  #choice = '';
  #state: SpeechState = { index: 0, paused: false };
  /** Held until it ends: Chromium forgets to report the end of an utterance that nobody refers to. */
  #current: SpeechSynthesisUtterance | null = null;

  constructor(speaker: Speaker, sentences: readonly SpokenSentence[]) {
    this.#speaker = speaker;
    this.#sentences = sentences;
  }

  /** Nothing is read before the first call. */
  handle(handlers: SpeechHandlers): void {
    this.#handlers = handlers;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): SpeechState => this.#state;

  /** Reads on from the sentence where it is. */
  play(): void {
    this.#set({ paused: false });
    this.#speak();
  }

  pause(): void {
    this.#silence();
    this.#set({ paused: true });
  }

  /** Goes on `by` sentences, back if negative. */
  skip(by: number): void {
    const last = this.#sentences.length - 1;
    this.#set({ index: Math.max(0, Math.min(last, this.#state.index + by)) });
    if (!this.#state.paused) this.#speak();
  }

  /** `choice`: what `utteranceFor` depends on. After a change, the sentence that is being read begins again. */
  choose(choice: string): void {
    const changed = this.#choice !== choice;
    this.#choice = choice;
    if (changed && this.#current) this.#speak();
  }

  stop(): void {
    this.#silence();
  }

  #silence(): void {
    if (!this.#current) return;
    this.#current = null;
    this.#speaker.cancel();
  }

  #speak(): void {
    this.#silence();
    const sentence = this.#sentences[this.#state.index];
    const utterance = sentence && this.#handlers?.utteranceFor(sentence);
    if (!utterance) return;
    this.#current = utterance;
    utterance.addEventListener('end', () => {
      if (this.#ends(utterance)) this.#next();
    });
    utterance.addEventListener('error', ({ error }) => {
      if (!this.#ends(utterance)) return;
      if (SILENCED.has(error)) this.#set({ paused: true });
      else this.#handlers?.onError(error);
    });
    this.#speaker.speak(utterance);
  }

  /** False for one that was silenced before. */
  #ends(utterance: SpeechSynthesisUtterance): boolean {
    if (this.#current !== utterance) return false;
    this.#current = null;
    return true;
  }

  #next(): void {
    const index = this.#state.index + 1;
    if (index >= this.#sentences.length) return this.#handlers?.onEnd();
    this.#set({ index });
    this.#speak();
  }

  #set(change: Partial<SpeechState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
