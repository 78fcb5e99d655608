import type { ModelError } from '#core/error.ts';
import type { CheckedRequest } from '#core/repairs/compile-strict.ts';
import type { Target } from '#core/request.ts';
import { toError } from '#core/thrown.ts';
import { bodyFrom, type SplitBody } from '#core/wire/conversation.ts';
import type { Violation } from '#core/wire/rule.ts';
import { bodyDigest, type WrittenBody } from './body-text.ts';
import type { Rendered } from './rendered.ts';
import type { RequestMemory } from './request-memory.ts';

/** What is passed to the SDK. */
export interface Sent<Body> {
  /** Its list holds only the end of the conversation. */
  rendered: Rendered<Body>;
  split: SplitBody;
}

/** A request in its wire form, with the violations that the vendor would refuse. */
export interface Finished<Body> extends CheckedRequest {
  /** `null` if it can't be rendered. */
  sent: Sent<Body> | null;
  written: () => WrittenBody;
  /** Works out what later requests of the conversation have in common with this one. */
  share: () => void;
  broken?: Error;
}

/** `isSound`: nothing can be wrong in what the conversation's requests have in common. */
export function finished<Body>(
  sent: Sent<Body>,
  target: Target,
  memory: Pick<RequestMemory<unknown>, 'texts' | 'linter'>,
  isSound: boolean,
): Finished<Body> {
  const { split } = sent;
  let text: WrittenBody | null = null;
  let violations: readonly Violation[] | null = null;
  const written = () => (text ??= memory.texts.write(split));
  const lint = () => (violations ??= memory.linter.lint(split, target, isSound));
  return {
    sent,
    get body() {
      return bodyFrom(split);
    },
    get violations() {
      return lint();
    },
    written,
    share: () => {
      written();
      if (!isSound) lint();
    },
  };
}

export function unrendered<Body>(cause: unknown): Finished<Body> {
  const broken = toError(cause);
  return {
    sent: null,
    body: null,
    violations: [{ rule: 'render', path: '', message: broken.message }],
    written: () => ({ text: 'null', digest: bodyDigest(null) }),
    share: () => undefined,
    broken,
  };
}

/** Names no vendor because no request was sent. */
export const unsendable = (message: string): ModelError => ({
  kind: 'invalid_parameter',
  retryable: false,
  message,
  code: 'unsendable_request',
});
