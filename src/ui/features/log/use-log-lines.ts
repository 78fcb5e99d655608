import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { HostLog } from '#contract/logs.ts';
import { useServices } from '#ui/data/services.ts';
import { mergeLines } from './filter-lines.ts';
import type { ShownLine } from './filter-lines.ts';

const EVERY_MS = 2_000;
/** How many of the host's lines are shown. */
const KEPT = 1_000;

interface LogLines {
  lines: readonly ShownLine[];
  /** The file with the host's full log; `null` until the host has answered, or when there is no file. */
  file: string | null;
  /** The host doesn't answer, so its lines are missing. */
  hostAway: boolean;
  clear: () => void;
}

/** The lines of this window and the host, newest last. Polls the host while they are shown. */
export function useLogLines(): LogLines {
  const { log, client } = useServices().log;
  const page = useStore(log.store, ({ lines }) => lines);
  const [host, setHost] = useState<HostLog['lines']>([]);
  const [file, setFile] = useState<string | null>(null);
  const [hostAway, setHostAway] = useState(false);

  useEffect(() => {
    let cancelled = false;
    let last = 0;
    const read = async (): Promise<void> => {
      try {
        const answer = await client.read({ after: last });
        if (cancelled) return;
        // A host that counts from the start again is a new one.
        last = answer.lines.at(-1)?.seq ?? last;
        setFile(answer.file);
        setHostAway(false);
        if (answer.lines.length > 0) setHost((before) => [...before, ...answer.lines].slice(-KEPT));
      } catch {
        if (cancelled) return;
        last = 0;
        setHost([]);
        setHostAway(true);
      }
    };
    void read();
    const timer = setInterval(() => !document.hidden && void read(), EVERY_MS);
    return () => {
      cancelled = true;
      clearInterval(timer);
    };
  }, [client]);

  const lines = useMemo(
    () =>
      mergeLines(
        host.map((line) => ({ ...line, key: `host ${line.seq}` })),
        page.map((line) => ({ ...line, key: `page ${line.seq}` })),
      ),
    [host, page],
  );
  const clear = (): void => {
    setHost([]);
    log.clear();
  };
  return { lines, file, hostAway, clear };
}
