import { useEffect } from 'react';

/** The window's title; in front how many runs wait for the person, and a dot while an answer is being written. */
export function useTitle(title: string | null, running: boolean, asking: number): void {
  useEffect(() => {
    document.title = `${asking > 0 ? `(${asking}) ` : ''}${running ? '● ' : ''}${title ? `${title} · ` : ''}Baton`;
  }, [title, running, asking]);
}
