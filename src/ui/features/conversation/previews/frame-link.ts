export type ConsoleLevel = 'log' | 'info' | 'warn' | 'error' | 'debug' | 'blocked';
export interface ConsoleLine {
  level: ConsoleLevel;
  text: string;
}

const MAX_LINE = 2_000;
const MAX_LINES_PER_SECOND = 200;
/** A document that reports more is ended. */
const MAX_REPORTS_PER_SECOND = 5_000;

export interface FrameEvents {
  onLine: (line: ConsoleLine) => void;
  /** So many lines of the last second weren't passed on. */
  onDropped: (count: number) => void;
  /** It reported so much that it was cut off. */
  onFlood: () => void;
}

export interface FrameLink {
  draw: (html: string) => void;
  close: () => void;
}

const LEVELS: readonly unknown[] = ['log', 'info', 'warn', 'error', 'debug'] satisfies ConsoleLevel[];
const isLevel = (value: unknown): value is ConsoleLevel => LEVELS.includes(value);

/** What a document reports of itself is hostile text: shown, and never acted on. */
function lineOf(data: unknown): ConsoleLine | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type, level, text, line }: Partial<Record<'type' | 'level' | 'text' | 'line', unknown>> = data;
  if (typeof text !== 'string') return null;
  const shown = text.slice(0, MAX_LINE);
  if (type === 'console' && isLevel(level)) return { level, text: shown };
  if (type === 'error')
    return { level: 'error', text: typeof line === 'number' && line > 0 ? `${shown} (${line})` : shown };
  return type === 'blocked' ? { level: 'blocked', text: shown } : null;
}

/** Connects a frame of `/preview`, which asks once and is answered once. Everything later goes through the port. */
export function linkFrame(frame: HTMLIFrameElement, { onLine, onDropped, onFlood }: FrameEvents): FrameLink {
  const { port1: port, port2: theirs } = new MessageChannel();
  let second = 0;
  let reports = 0;
  const onReady = (event: MessageEvent) => {
    // The origin of the frame is opaque, so the window is what identifies it.
    if (event.source === null || event.source !== frame.contentWindow || event.data !== 'ready') return;
    window.removeEventListener('message', onReady);
    frame.contentWindow.postMessage('open', '*', [theirs]);
  };
  const close = () => {
    window.removeEventListener('message', onReady);
    port.close();
  };
  const count = (): boolean => {
    const now = Math.trunc(performance.now() / 1000);
    if (now !== second) {
      if (reports > MAX_LINES_PER_SECOND) onDropped(reports - MAX_LINES_PER_SECOND);
      second = now;
      reports = 0;
    }
    reports += 1;
    if (reports > MAX_REPORTS_PER_SECOND) {
      close();
      onFlood();
    }
    return reports <= MAX_LINES_PER_SECOND;
  };
  port.addEventListener('message', ({ data }) => {
    if (!count()) return;
    const line = lineOf(data);
    if (line) onLine(line);
  });
  port.start();
  window.addEventListener('message', onReady);
  return { draw: (html) => port.postMessage(html), close };
}
