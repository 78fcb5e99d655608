export interface DragOutDeps {
  document: Document;
  mac: boolean;
  isKept: (session: string) => boolean;
  write: (sessions: readonly string[], signal: AbortSignal) => Promise<File>;
  give: (file: File) => Promise<void>;
  /** Whether `give` failed only because the drag began too long ago. */
  isLate: (error: unknown) => boolean;
  onLate: () => void;
  onFailed: (error: unknown) => void;
}

/** A click is shorter. */
const HOLD_MS = 120;
/** How long a written file waits for a drag that comes again. */
const KEPT_MS = 30_000;

/** What a press may drag out: the title of the shown conversation, or with the key for copying a line of the list. */
function subjectOf(event: MouseEvent, mac: boolean): { title: HTMLElement | null; sessions: string[] } | null {
  if (!(event.target instanceof Element)) return null;
  const title = event.target.closest<HTMLElement>('[data-drag-out]');
  if (title) return { title, sessions: [title.dataset['dragOut'] ?? ''] };
  const line = event.target.closest<HTMLElement>('[data-session]');
  // Without the key, a line moves into folders. These are the keys that copy a file in Finder and elsewhere.
  if (!line || !(mac ? event.altKey : event.ctrlKey)) return null;
  const id = line.dataset['session'] ?? '';
  const together = line.closest<HTMLElement>('[data-together]')?.dataset['together']?.split(' ') ?? [];
  return { title: null, sessions: together.includes(id) ? together : [id] };
}

/**
 * Follows presses and drags of the whole page. The system takes a file from the disk, so it is written from the press on:
 * nothing is before that. Returns what ends it.
 */
export function followDrags(deps: DragOutDeps): () => void {
  const { document, mac, isKept, write, give } = deps;
  const ended = new AbortController();
  let held = false;
  let hold: ReturnType<typeof setTimeout> | undefined;
  let kept: { key: string; file: Promise<File>; stop: AbortController; timer: ReturnType<typeof setTimeout> } | null =
    null;

  function drop(): void {
    if (!kept) return;
    clearTimeout(kept.timer);
    kept.stop.abort();
    kept = null;
  }

  function prepare(sessions: readonly string[]): Promise<File> {
    const key = sessions.join(' ');
    if (kept?.key === key) return kept.file;
    drop();
    const stop = new AbortController();
    const file = write(sessions, stop.signal);
    // The drag says so, if one follows.
    file.catch(() => kept?.file === file && drop());
    kept = { key, file, stop, timer: setTimeout(drop, KEPT_MS) };
    return file;
  }

  function onPress(event: PointerEvent): void {
    clearTimeout(hold);
    held = event.button === 0 && event.pointerType !== 'touch';
    const subject = held ? subjectOf(event, mac) : null;
    if (!subject?.sessions.every(isKept)) return;
    if (subject.title) subject.title.draggable = true;
    hold = setTimeout(() => void prepare(subject.sessions).catch(() => undefined), subject.title ? HOLD_MS : 0);
  }

  function onRelease(): void {
    clearTimeout(hold);
    held = false;
  }

  async function dragOut(sessions: readonly string[]): Promise<void> {
    try {
      const file = await prepare(sessions);
      // Nothing is under the pointer any more, and a drag would begin out of nowhere.
      if (!held) return deps.onLate();
      await give(file);
      drop();
    } catch (error) {
      if (ended.signal.aborted) return;
      if (deps.isLate(error)) deps.onLate();
      else deps.onFailed(error);
    }
  }

  function onDragStart(event: DragEvent): void {
    const subject = held ? subjectOf(event, mac) : null;
    if (!subject?.sessions.every(isKept)) return;
    // The shell begins a drag of the system in its place, and the list doesn't begin its own.
    event.preventDefault();
    event.stopPropagation();
    clearTimeout(hold);
    void dragOut(subject.sessions);
  }

  const options = { capture: true, signal: ended.signal };
  document.addEventListener('pointerdown', onPress, options);
  document.addEventListener('pointerup', onRelease, options);
  document.addEventListener('pointercancel', onRelease, options);
  document.addEventListener('dragstart', onDragStart, options);
  return () => {
    ended.abort();
    clearTimeout(hold);
    drop();
  };
}
