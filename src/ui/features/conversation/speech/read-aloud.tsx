import {
  createContext,
  use,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type ReactNode,
} from 'react';
import type { StoredMessage } from '#storage/rows.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import css from './read-aloud.module.css';

const SpeechBar = lazyPart(async () => (await import('./speech-bar.tsx')).SpeechBar);

const ReadAloudContext = createContext<((message: StoredMessage) => void) | null>(null);

interface ReadAloudProps {
  /** Called when the reading ends while the focus is on its buttons, which go away. */
  onLeave: (message: string) => void;
  /** Of the thread at the end of the messages. */
  thread: CSSProperties;
  children: ReactNode;
}

/** Reads one of the messages inside aloud, below them. Ends with them. */
export function ReadAloud({ onLeave, thread, children }: ReadAloudProps) {
  const [message, setMessage] = useState<StoredMessage | null>(null);
  // A browser loads its voices when they are asked for first.
  useEffect(() => {
    const handle = requestIdleCallback(() => window.speechSynthesis?.getVoices());
    return () => cancelIdleCallback(handle);
  }, []);
  const end = (hadFocus: boolean) => {
    setMessage(null);
    if (message && hadFocus) onLeave(message.id);
  };
  return (
    <ReadAloudContext value={setMessage}>
      {children}
      {message && (
        <div className={css['place']} style={thread}>
          <span className={css['thread']} aria-hidden />
          <SpeechBar key={message.id} message={message} onEnd={end} />
        </div>
      )}
    </ReadAloudContext>
  );
}

function subscribeToVoices(listener: () => void): () => void {
  const stop = new AbortController();
  window.speechSynthesis?.addEventListener('voiceschanged', listener, { signal: stop.signal });
  return () => stop.abort();
}

const hasVoice = (): boolean => window.speechSynthesis?.getVoices().some(({ localService }) => localService) ?? false;

/** Reads a message aloud; `null` where there is no voice on this computer. */
export function useReadAloud(): ((message: StoredMessage) => void) | null {
  const read = use(ReadAloudContext);
  const isPossible = useSyncExternalStore(subscribeToVoices, hasVoice);
  const start = useCallback((message: StoredMessage) => read?.(message), [read]);
  return read && isPossible ? start : null;
}
