import { useEffect, useMemo, useState } from 'react';
import type { ConsoleLine, FrameEvents } from './frame-link.ts';

const MAX_LINES = 1_000;
/** Lines are shown together, so that a talkative document doesn't render the panel for each one. */
const SHOW_AFTER_MS = 100;

export interface NumberedLine extends ConsoleLine {
  number: number;
}

interface Output {
  lines: readonly NumberedLine[];
  dropped: number;
  flooded: boolean;
}

const NOTHING: Output = { lines: [], dropped: 0, flooded: false };

/** What a document wrote. A new `run` starts anew. */
export function useConsole(run: string): Output & { events: FrameEvents } {
  const [output, setOutput] = useState<Output & { run: string }>({ ...NOTHING, run });
  const collector = useMemo(() => createCollector((next) => setOutput({ ...next, run })), [run]);
  useEffect(() => collector.end, [collector]);
  const { lines, dropped, flooded } = output.run === run ? output : NOTHING;
  return { lines, dropped, flooded, events: collector.events };
}

function createCollector(show: (output: Output) => void) {
  let [written, dropped, flooded] = [0, 0, false];
  let lines: NumberedLine[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      show({ lines, dropped, flooded });
    }, SHOW_AFTER_MS);
  };
  const events: FrameEvents = {
    onLine(line) {
      lines = [...lines.slice(1 - MAX_LINES), { ...line, number: written++ }];
      soon();
    },
    onDropped(count) {
      dropped += count;
      soon();
    },
    onFlood() {
      flooded = true;
      soon();
    },
  };
  return { events, end: () => clearTimeout(timer) };
}
