import { z } from 'zod/mini';
import type { WindowStanding } from '#contract/events.ts';
import { GESTURE_HEADER, WINDOW_HEADER } from '#contract/headers.ts';
import { invitationEndpoints } from '#contract/windows.ts';
import { createApiClient, type HostCallDeps } from './api-client.ts';
import type { Gestures } from './gestures.ts';
import { HostProblemError } from './host-error.ts';

const RESUME_KEY = 'baton-known-window';

/** Messages between windows of one origin and one browser. */
const Word = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ask'), from: z.string() }),
  z.object({ type: z.literal('invite'), to: z.string(), code: z.string() }),
]);
type Word = z.infer<typeof Word>;

export interface WindowChannel {
  say(word: Word): void;
  onMessage(listener: (received: unknown) => void): void;
}

export interface HostWindowDeps {
  gestures: Gestures;
  /** Storage of this tab. Throws if the browser stores nothing. */
  storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  channel: WindowChannel;
  newId(): string;
  onPageHide(fn: () => void): void;
}

/**
 * This window as the host knows it. Its secret is in memory only. For the page after a reload, a code is in the tab's
 * storage from the moment this page unloads until the next one reads it.
 */
export interface HostWindow {
  /** Headers for the event stream. */
  present(): Record<string, string>;
  greet(standing: WindowStanding): void;
  /** Calls `fn` when the event stream should be reopened. */
  onReopen(fn: () => void): void;
  /** Asks the host to judge this window again, if it is not a known window. */
  renegotiate(): void;
  /** Headers that name this window, without a gesture. */
  headers(): Record<string, string>;
  /** Headers of a call that approves something. Uses up the gesture; throws `gesture_missing` if there is none. */
  approving(): Record<string, string>;
}

export function createHostWindow(calls: HostCallDeps, deps: HostWindowDeps): HostWindow {
  const { channel } = deps;
  const storage = tabStorage(deps);
  const id = deps.newId();
  let shown = storage?.getItem(RESUME_KEY) ?? null;
  storage?.removeItem(RESUME_KEY);
  let standing: WindowStanding | null = null;
  let reopen = (): void => undefined;
  let gestures = 0;

  const headers = (): Record<string, string> => (standing ? { [WINDOW_HEADER]: standing.secret } : {});

  deps.onPageHide(() => {
    if (standing?.known) storage?.setItem(RESUME_KEY, standing.resume);
  });

  channel.onMessage((received) => {
    const word = Word.safeParse(received);
    if (!word.success) return;
    if (word.data.type === 'ask' && standing?.known) {
      const to = word.data.from;
      createApiClient({ ...calls, window: self }, invitationEndpoints)
        .invite()
        .then(
          (code) => channel.say({ type: 'invite', to, code }),
          // The other window reports this itself.
          () => undefined,
        );
    }
    if (word.data.type === 'invite' && word.data.to === id && standing?.known === false) {
      shown = word.data.code;
      standing = null;
      reopen();
    }
  });

  const self: HostWindow = {
    present() {
      if (standing) return headers();
      return shown === null ? {} : { [WINDOW_HEADER]: shown };
    },
    greet(now) {
      standing = now;
      storage?.removeItem(RESUME_KEY);
      if (!now.known) channel.say({ type: 'ask', from: id });
    },
    onReopen(fn) {
      reopen = fn;
    },
    renegotiate() {
      if (standing?.known === false) reopen();
    },
    headers,
    approving() {
      if (!deps.gestures.take()) throw gestureMissing();
      gestures += 1;
      return { ...headers(), [GESTURE_HEADER]: String(gestures) };
    },
  };
  return self;
}

function tabStorage(deps: HostWindowDeps): ReturnType<HostWindowDeps['storage']> | null {
  try {
    return deps.storage();
  } catch {
    return null;
  }
}

function gestureMissing(): HostProblemError {
  return new HostProblemError({
    type: 'urn:baton:problem:gesture_missing',
    title: 'The call does not come from a gesture of the user',
    status: 403,
    code: 'gesture_missing',
  });
}
