import { useEffect } from 'react';

/** The window's title; a dot in front while an answer is being written. */
export function useTitle(title: string | null, running: boolean): void {
  useEffect(() => {
    document.title = `${running ? '● ' : ''}${title ? `${title} · ` : ''}Baton`;
  }, [title, running]);
}
