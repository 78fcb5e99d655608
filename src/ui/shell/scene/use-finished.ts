import { useEffect, useRef, useState } from 'react';

/** Conversations whose answer ended while another one was shown, until they are opened. */
export function useFinished(running: ReadonlySet<string>, currentId: string | null): ReadonlySet<string> {
  const before = useRef<ReadonlySet<string>>(new Set());
  const [finished, setFinished] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const ended = [...before.current].filter((id) => !running.has(id) && id !== currentId);
    before.current = running;
    setFinished((old) => {
      const next = new Set([...old, ...ended].filter((id) => id !== currentId && !running.has(id)));
      return next.size === old.size && [...next].every((id) => old.has(id)) ? old : next;
    });
  }, [running, currentId]);
  return finished;
}
