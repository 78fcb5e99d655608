import { digest } from '#core/hash.ts';
import { SplitList } from '#core/list-start.ts';
import type { HistoryMessage, Part, Stop } from '#core/message.ts';
import type { ModelError } from '#core/error.ts';
import type { CompileReport, NormalizedRequest, Overlay, Target } from '#core/request.ts';
import type { StreamEvent } from '#core/stream-event.ts';
import type { AIService, CapturedRequest, ListedModel, PreparedRequest } from '#vendors/base/base-ai-service.ts';

type Script = (signal: AbortSignal) => AsyncGenerator<StreamEvent, void, void>;

/** A vendor service that answers by script and records its requests. */
export class ScriptedService implements AIService {
  readonly protocol = 'anthropic';
  readonly asked: { history: readonly HistoryMessage[]; overlays: readonly Overlay[]; target: Target }[] = [];
  /** Requests streamed, in order; the same object twice means it was sent again unchanged. */
  readonly sent: NormalizedRequest[] = [];
  models: ListedModel[] = [];
  /** Places of the messages that it says the window leaves out. It sends them all the same, for tests to look at. */
  leftOut: (history: readonly HistoryMessage[]) => number[] = () => [];
  readonly #scripts: Script[] = [];

  answer(...scripts: Script[]): this {
    this.#scripts.push(...scripts);
    return this;
  }

  /** It does nothing ahead. */
  advance(): null {
    return null;
  }

  sanitizeMessages(
    given: readonly HistoryMessage[] | SplitList<HistoryMessage>,
    overlays: readonly Overlay[],
    target: Target,
  ): { request: NormalizedRequest; report: CompileReport } {
    const history = given instanceof SplitList ? given.all : given;
    this.asked.push({ history, overlays, target });
    return {
      request: {
        messages: [...history],
        tools: [],
        toolNames: new Map(),
        thinking: target.thinking ?? 'off',
        dropMismatchedThinking: false,
        maxOutputTokens: 1_000,
      },
      report: { droppedByWindow: this.leftOut(history), notes: [], tokens: 0, untrimmedTokens: 0, budget: null },
    };
  }

  /** Distinguished by content, as the real services do. */
  prepare(request: NormalizedRequest, target: Target): PreparedRequest {
    const own = digest(JSON.stringify(request));
    return {
      body: request,
      digest: own,
      hasDigest: (stored) => stored === own,
      stream: (signal) => this.stream(request, target, signal),
    };
  }

  stream(request: NormalizedRequest, _target: Target, signal: AbortSignal): AsyncGenerator<StreamEvent, void, void> {
    this.sent.push(request);
    const script = this.#scripts.shift();
    if (!script) throw new Error('the script is over');
    return script(signal);
  }

  async capture(): Promise<CapturedRequest> {
    throw new Error('nothing is captured from a script');
  }

  async listModels(): Promise<ListedModel[]> {
    return this.models;
  }
}

/** Text in segments, then an end. */
export function says(pieces: readonly string[], stop: Stop = 'end'): Script {
  return async function* () {
    yield { type: 'start' };
    yield* textEvents(pieces, 0);
    yield { type: 'usage', usage: { input: 100, output: pieces.length } };
    yield { type: 'end', stop };
  };
}

export function* textEvents(pieces: readonly string[], index: number): Generator<StreamEvent, void, void> {
  const part: Part = { type: 'text', text: '' };
  yield { type: 'part_start', index, part };
  for (const delta of pieces) yield { type: 'text_delta', index, delta };
  yield { type: 'part_end', index, part: { type: 'text', text: pieces.join('') } };
}

/** Optional text, then a failure. */
export function fails(error: ModelError, pieces: readonly string[] = []): Script {
  return async function* () {
    if (pieces.length > 0) {
      yield { type: 'part_start', index: 0, part: { type: 'text', text: '' } };
      for (const delta of pieces) yield { type: 'text_delta', index: 0, delta };
    }
    yield { type: 'end', stop: 'error', error };
  };
}

/** A stream that the test feeds by hand. It ends as aborted when it's stopped, unless it's deaf. */
export class Feed {
  #waiting: (() => void) | null = null;
  readonly #events: StreamEvent[] = [];
  readonly deaf: boolean;
  started = false;

  constructor(deaf = false) {
    this.deaf = deaf;
  }

  push(...events: StreamEvent[]): void {
    this.#events.push(...events);
    this.#waiting?.();
  }

  text(delta: string): void {
    this.push({ type: 'text_delta', index: 0, delta });
  }

  readonly script: Script = (signal) => this.#run(signal);

  async *#run(signal: AbortSignal): AsyncGenerator<StreamEvent, void, void> {
    this.started = true;
    for (;;) {
      if (signal.aborted && !this.deaf) {
        yield { type: 'end', stop: 'aborted', error: { kind: 'aborted', retryable: false, message: 'Stopped.' } };
        return;
      }
      const event = this.#events.shift();
      if (event) {
        yield event;
        if (event.type === 'end') return;
        continue;
      }
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
        if (!this.deaf) signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }
}
