import { randomBytes } from 'node:crypto';
import { GESTURE_HEADER, WINDOW_HEADER } from '#contract/headers.ts';
import type { ConsentGiven } from '#contract/consent-given.ts';
import type { WindowStanding } from '#contract/events.ts';
import type { HostDeps } from '../base/deps.ts';
import { HostError } from '../base/problem.ts';

/** What the host knows about a window. */
interface Listed {
  number: number;
  known: boolean;
  /** Number of its open event streams. */
  streams: number;
  leftAt: number;
  /** The highest number of its gestures that was accepted. */
  gesture: number;
  /** One-time code that the window's next page shows after a reload. */
  resume: string;
}

export interface KnownWindows {
  /**
   * Called when a page opens its event stream. `shown` is its own secret, a code of the page before it, or an
   * invitation.
   */
  enter(shown: string | null): Promise<{ standing: WindowStanding; leave: () => void }>;
  /**
   * Throws `window_unknown` unless the call comes from a known window, and `gesture_missing` unless it carries a
   * gesture that was not used for another call.
   */
  answering(request: Request, session?: string | null): ConsentGiven;
  /** Throws `window_unknown` unless the call comes from a known window. */
  check(request: Request): void;
  /** A known window invites one more. Throws `window_unknown`. */
  invite(request: Request): string;
  /** Makes any window known once the passphrase was entered in it. Callers that are not windows are ignored. */
  admit(request: Request): void;
}

/** Maximum time of a reload. Short, because the code is in the browser's storage, where others may find it. */
const RESUME_MS = 60_000;
const INVITED_MS = 30_000;
/** A reload may open its stream before the end of the previous one was noticed. */
const LEAVING_MS = 2_000;
const STEP_MS = 50;
const MAX_WINDOWS = 200;

const secret = () => randomBytes(24).toString('base64url');

/**
 * Decides which windows may approve for the user. The token only proves access from this machine; a program that has
 * found it is not a window. Known windows are: the first window of this host, which its launcher opens at once; a
 * reload of a known window; a window invited by one; and a window where the passphrase was entered. All of this is only
 * in memory, here and in the page. In Electron only the app's own windows reach the host at all.
 */
export function createKnownWindows({ mount, clock }: Pick<HostDeps, 'mount' | 'clock'>): KnownWindows {
  const windows = new Map<string, Listed>();
  const invitations = new Map<string, number>();
  let count = 0;
  let founded = false;

  function add(known: boolean): string {
    const id = secret();
    count += 1;
    windows.set(id, { number: count, known, streams: 0, leftAt: clock.now(), gesture: 0, resume: secret() });
    founded ||= known;
    if (windows.size > MAX_WINDOWS)
      for (const [old, { streams }] of windows) {
        if (windows.size <= MAX_WINDOWS) break;
        if (streams === 0 && old !== id) windows.delete(old);
      }
    return id;
  }

  const of = (request: Request) => windows.get(request.headers.get(WINDOW_HEADER) ?? '');

  function required(request: Request): Listed {
    const window = of(request);
    if (!window?.known) throw new HostError('window_unknown');
    return window;
  }

  /** Finds the window that a reload code belongs to; null when it is too late or that window is still connected. */
  async function resumed(code: string): Promise<Listed | null> {
    const before = [...windows.values()].find(({ resume }) => resume === code);
    if (!before) return null;
    for (let waited = 0; before.streams > 0 && waited < LEAVING_MS; waited += STEP_MS)
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, STEP_MS));
    if (before.streams > 0 || before.resume !== code) return null;
    before.resume = secret();
    return clock.now() - before.leftAt <= RESUME_MS ? before : null;
  }

  function isInvited(code: string): boolean {
    const until = invitations.get(code);
    invitations.delete(code);
    return until !== undefined && until >= clock.now();
  }

  async function find(shown: string | null): Promise<string> {
    if (shown !== null && windows.has(shown)) return shown;
    const before = shown === null ? null : await resumed(shown);
    const invited = shown !== null && isInvited(shown);
    return add(mount === 'electron' || !founded || invited || before?.known === true);
  }

  return {
    async enter(shown) {
      const id = await find(shown);
      const window = windows.get(id);
      if (!window) throw new HostError('window_unknown');
      window.streams += 1;
      let here = true;
      const { number, known, resume } = window;
      return {
        standing: { secret: id, number, known, resume },
        leave() {
          if (!here) return;
          here = false;
          window.streams -= 1;
          window.leftAt = clock.now();
        },
      };
    },
    answering(request, session = null) {
      const window = required(request);
      const gesture = Number(request.headers.get(GESTURE_HEADER));
      if (!Number.isSafeInteger(gesture) || gesture <= window.gesture) throw new HostError('gesture_missing');
      window.gesture = gesture;
      return { mount, window: window.number, session };
    },
    check: (request) => void required(request),
    invite(request) {
      required(request);
      const code = secret();
      for (const [old, until] of invitations) if (until < clock.now()) invitations.delete(old);
      invitations.set(code, clock.now() + INVITED_MS);
      return code;
    },
    admit(request) {
      const window = of(request);
      if (!window) return;
      window.known = true;
      founded = true;
    },
  };
}
