import { useCallback, useEffect, useState } from 'react';
import type { Inspection, PreviewResult } from '#flows/request/request-inspection.ts';
import type { OutgoingMessage } from '#flows/base/outgoing-message.ts';
import type { SessionTarget } from '#storage/rows.ts';
import { toError } from '#core/thrown.ts';
import { useServices } from './services.ts';

export interface Loaded<T> {
  /** `undefined` until the first value. The previous value stays while the next one loads. */
  value: T | undefined;
  error: Error | null;
}

/** The value `read` resolves to. Reads again whenever `read` changes. */
export function useLoaded<T>(read: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({ value: undefined, error: null });
  useEffect(() => {
    let cancelled = false;
    const load = async () => {
      try {
        const value = await read();
        if (!cancelled) setState({ value, error: null });
      } catch (error) {
        if (!cancelled) setState({ value: undefined, error: toError(error) });
      }
    };
    void load();
    return () => {
      cancelled = true;
    };
  }, [read]);
  return state;
}

/** The value after it hasn't changed for `ms`. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

export function useInspection(sessionId: string, answerId: string | null): Loaded<Inspection | null> {
  const { requests } = useServices();
  return useLoaded(useCallback(() => requests.inspect(sessionId, answerId), [requests, sessionId, answerId]));
}

/** `version`: any string that changes when the conversation does. */
export function usePreview(
  sessionId: string,
  target: SessionTarget | null,
  outgoing: OutgoingMessage | null,
  version: string,
): Loaded<PreviewResult> {
  const { requests } = useServices();
  const read = useCallback(
    () => requests.preview(sessionId, { ...(target && { target }), ...(outgoing && { outgoing }) }),
    // The version represents the stored conversation.
    // oxlint-disable-next-line react/exhaustive-deps
    [requests, sessionId, target, outgoing, version],
  );
  return useLoaded(read);
}
