import type { Recorder, Recording } from './recorder.ts';

/** What becomes of a dictation in a conversation. */
export type Dictation =
  | { stage: 'opening' }
  | { stage: 'recording'; recorder: Recorder; /** By `performance.now`. */ began: number }
  | { stage: 'transcribing'; recording: Recording; cancel: () => void }
  /** Recorded but not written down. `problem`: why not, `null` if the user left or discarded it. */
  | { stage: 'held'; recording: Recording; problem: unknown }
  /** Written down but not yet in the message box. */
  | { stage: 'written'; text: string };

/** Those that the screen shows. */
export type ShownDictation = Exclude<Dictation, { stage: 'written' }>;

export interface DictationWork {
  /** Rejects with the browser's reason if there is no microphone. */
  open: (onLost: () => void) => Promise<Recorder>;
  transcribe: (recording: Recording, signal: AbortSignal) => Promise<string>;
}

/** Rejected by `transcribe` where the model heard no words. */
export class NothingHeardError extends Error {
  override readonly name = 'NothingHeardError';
}

/** Rejected by `transcribe` where no model is chosen any more. */
export class NobodyTranscribesError extends Error {
  override readonly name = 'NobodyTranscribesError';
}

/** Longer recordings are ended: models of vendors take no more (platform.openai.com, 2026-11). */
export const MAX_MINUTES = 20;

/**
 * The dictations of all conversations, while the page is open. A recording stays until it is written down or discarded:
 * leaving the conversation ends it and keeps it.
 */
export class Dictations {
  readonly #all = new Map<string, Dictation>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  of(id: string): Dictation | null {
    return this.#all.get(id) ?? null;
  }

  /** Whether nothing that was said would be lost with the window. */
  isEmpty(): boolean {
    return [...this.#all.values()].every(({ stage }) => stage === 'opening');
  }

  /** Begins to record; resolves when it does. Rejects with the browser's reason if it can't. */
  async start(id: string, { open }: Pick<DictationWork, 'open'>, onLost: () => void): Promise<void> {
    if (this.#all.has(id)) return;
    const opening: Dictation = { stage: 'opening' };
    this.#set(id, opening);
    try {
      const recorder = await open(onLost);
      // The user may have left meanwhile.
      if (this.of(id) === opening) this.#set(id, { stage: 'recording', recorder, began: performance.now() });
      else await recorder.stop();
    } catch (error) {
      if (this.of(id) === opening) this.#set(id, null);
      throw error;
    }
  }

  /** Ends the recording, if one is going on, and has it written down. A failure keeps it. */
  async transcribe(id: string, { transcribe }: Pick<DictationWork, 'transcribe'>): Promise<void> {
    const recording = await this.#recordingOf(id);
    if (!recording) return;
    const cancelled = new AbortController();
    const transcribing: Dictation = { stage: 'transcribing', recording, cancel: () => cancelled.abort() };
    this.#set(id, transcribing);
    try {
      const text = await transcribe(recording, cancelled.signal);
      this.#set(id, { stage: 'written', text });
    } catch (error) {
      this.#set(id, { stage: 'held', recording, problem: cancelled.signal.aborted ? null : error });
    }
  }

  /** Ends the recording and keeps it. */
  async leave(id: string): Promise<void> {
    const now = this.of(id);
    if (now?.stage === 'opening') return this.#set(id, null);
    const recording = now?.stage === 'recording' && (await this.#recordingOf(id));
    if (recording) this.#set(id, { stage: 'held', recording, problem: null });
  }

  /** Ends the recording and drops it. Returns what takes it back; `null` if nothing was recorded yet. */
  async discard(id: string): Promise<(() => void) | null> {
    const recording = await this.#recordingOf(id);
    this.#set(id, null);
    if (!recording) return null;
    return () => {
      if (!this.#all.has(id)) this.#set(id, { stage: 'held', recording, problem: null });
    };
  }

  /** The text that is written down, once. */
  take(id: string): string | null {
    const now = this.of(id);
    if (now?.stage !== 'written') return null;
    this.#set(id, null);
    return now.text;
  }

  async #recordingOf(id: string): Promise<Recording | null> {
    const now = this.of(id);
    if (now?.stage === 'held') return now.recording;
    if (now?.stage !== 'recording') return null;
    const recording = await now.recorder.stop();
    return this.of(id) === now ? recording : null;
  }

  #set(id: string, next: Dictation | null): void {
    if (next) this.#all.set(id, next);
    else this.#all.delete(id);
    for (const listener of this.#listeners) listener();
  }
}
