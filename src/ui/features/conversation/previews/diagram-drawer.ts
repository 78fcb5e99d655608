import { DIAGRAM_PATH } from '#contract/preview.ts';
import css from './previews.module.css';

/** What became of a diagram. Texts come out of the frame: they are shown and never acted on. */
export type Drawn = { svg: string } | { error: string } | { fault: 'late' | 'unreachable' };
export type Painted = { png: Blob } | { error: string } | { fault: 'late' | 'unreachable' };

/** The library is large, and the computer may be busy. */
const LOAD_MS = 30_000;
const DRAW_MS = 5_000;
/** Without work for so long, the frame is removed. */
const IDLE_MS = 60_000;
const MAX_ERROR = 2_000;
const MAX_SVG = 2_000_000;
const KEPT = 40;

interface Frame {
  ask: (request: object) => Promise<Record<string, unknown> | null>;
  remove: () => void;
}

const errorText = (error: unknown): string => (typeof error === 'string' ? error.slice(0, MAX_ERROR) : '');

/** One hidden frame draws all diagrams, one after the other. One that takes too long ends it. */
export function createDiagramDrawer(document: Document, limits = { load: LOAD_MS, draw: DRAW_MS, idle: IDLE_MS }) {
  let frame: Promise<Frame | null> | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  let idle: ReturnType<typeof setTimeout> | undefined;
  let count = 0;
  const kept = new Map<string, Drawn>();

  const remove = async () => {
    const ended = frame;
    frame = null;
    (await ended)?.remove();
  };

  async function run(request: object): Promise<Record<string, unknown> | 'late' | 'unreachable'> {
    clearTimeout(idle);
    frame ??= openFrame(document, limits.load);
    const opened = await frame;
    if (!opened) {
      frame = null;
      return 'unreachable';
    }
    const late = new Promise<null>((resolve) => {
      setTimeout(resolve, limits.draw, null);
    });
    const answer = await Promise.race([opened.ask({ id: (count += 1), ...request }), late]);
    if (answer === null) await remove();
    else idle = setTimeout(() => void remove(), limits.idle);
    return answer ?? 'late';
  }

  const next = (request: object): ReturnType<typeof run> => {
    const result = queue.then(() => run(request));
    queue = result.catch(() => undefined);
    return result;
  };

  return {
    /** What is already drawn, at once. */
    known: (source: string, dark: boolean): Drawn | null => kept.get(`${dark} ${source}`) ?? null,
    async draw(source: string, dark: boolean): Promise<Drawn> {
      const key = `${dark} ${source}`;
      const before = kept.get(key);
      if (before) return before;
      const answer = await next({ source, dark });
      if (typeof answer === 'string') return { fault: answer };
      const { svg, error } = answer;
      const drawn: Drawn = typeof svg === 'string' && svg.length <= MAX_SVG ? { svg } : { error: errorText(error) };
      kept.set(key, drawn);
      for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
      return drawn;
    },
    /** The drawing as a PNG of so many pixels. */
    async paint(svg: string, size: { width: number; height: number; background: string }): Promise<Painted> {
      const answer = await next({ svg, ...size });
      if (typeof answer === 'string') return { fault: answer };
      const { png, error } = answer;
      return png instanceof ArrayBuffer ? { png: new Blob([png], { type: 'image/png' }) } : { error: errorText(error) };
    },
  };
}

/** `null` if it can't be loaded. */
async function openFrame(document: Document, limit: number): Promise<Frame | null> {
  const frame = document.createElement('iframe');
  frame.src = DIAGRAM_PATH;
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.referrerPolicy = 'no-referrer';
  frame.title = 'Diagrams';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  frame.inert = true;
  frame.className = css['measuring'] ?? '';
  const { port1: port, port2: theirs } = new MessageChannel();
  const waiting = new Map<unknown, (answer: Record<string, unknown>) => void>();
  const remove = () => {
    port.close();
    frame.remove();
  };
  const ready = new Promise<boolean>((resolve) => {
    const timer = setTimeout(resolve, limit, false);
    const onReady = (event: MessageEvent) => {
      // The origin of the frame is opaque, so the window is what identifies it.
      if (event.source === null || event.source !== frame.contentWindow || event.data !== 'ready') return;
      window.removeEventListener('message', onReady);
      clearTimeout(timer);
      frame.contentWindow.postMessage('open', '*', [theirs]);
      resolve(true);
    };
    window.addEventListener('message', onReady);
  });
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null) return;
    const answer: Record<string, unknown> = { ...data };
    waiting.get(answer['id'])?.(answer);
    waiting.delete(answer['id']);
  });
  port.start();
  document.body.append(frame);
  if (!(await ready)) {
    remove();
    return null;
  }
  return {
    remove,
    ask: (request) =>
      new Promise((resolve) => {
        waiting.set((request as { id?: unknown }).id, resolve);
        port.postMessage(request);
      }),
  };
}

export const diagramDrawer = createDiagramDrawer(document);
