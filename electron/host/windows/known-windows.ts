import { randomBytes } from 'node:crypto';
import { GESTURE_HEADER, WINDOW_HEADER } from '#contract/headers.ts';
import type { ConsentGiven } from '#contract/consents.ts';
import type { WindowStanding } from '#contract/events.ts';
import type { HostDeps } from '../base/deps.ts';
import { HostError } from '../base/problem.ts';

/** A window as the host tells it from every other caller. */
interface Listed {
  number: number;
  known: boolean;
  /** Event streams it holds now. */
  streams: number;
  leftAt: number;
  /** The highest number of a gesture of its own that counted. */
  gesture: number;
  /** What the page that follows on this one, after a reload, shows. Once. */
  resume: string;
}

export interface KnownWindows {
  /** A page has opened its event stream and shows a secret of its own, one of the page before it, or an invitation. */
  enter(shown: string | null): Promise<{ standing: WindowStanding; leave: () => void }>;
  /**
   * Throws `window_unknown` unless the call comes from a window that may answer for the user, with a gesture that has not
   * been used for another call.
   */
  answering(request: Request, session?: string | null): ConsentGiven;
  /** A known window lets one more in. Throws `window_unknown`. */
  invite(request: Request): string;
  /** Who knows the passphrase is the user, in whichever window. Callers that are no window stay what they are. */
  admit(request: Request): void;
}

/** Of a reload. The code is in the browser's storage meanwhile, where others may find it. */
const RESUME_MS = 60_000;
const INVITED_MS = 30_000;
/** A reload may open its stream before the end of the last one was noticed. */
const LEAVING_MS = 2_000;
const STEP_MS = 50;
const MAX_WINDOWS = 200;

const secret = () => randomBytes(24).toString('base64url');

/**
 * Which callers may answer for the user. The token says only that somebody on this machine is let in; a program that has
 * found it is no window. Known is the first window of this host, which its launcher opens at once; who follows on a known
 * one by a reload; who is let in by one; and who shows the passphrase. All of it lives in memory, here and in the page.
 * In Electron only the app's own windows reach the host at all.
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
    if (!window) throw new HostError('window_unknown');
    return window;
  }

  /** The window that a code of a reload belongs to; null when it came too late or while that one is still there. */
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
      if (!window.known) throw new HostError('window_unknown');
      const gesture = Number(request.headers.get(GESTURE_HEADER));
      if (!Number.isSafeInteger(gesture) || gesture <= window.gesture) throw new HostError('gesture_missing');
      window.gesture = gesture;
      return { mount, window: window.number, session };
    },
    invite(request) {
      if (!required(request).known) throw new HostError('window_unknown');
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
