import { useEffect } from 'react';

/**
 * The window's title, preceded by the number of runs that wait for the user, and a dot while an answer is being
 * written.
 */
export function useTitle(title: string | null, running: boolean, asking: number): void {
  useEffect(() => {
    document.title = `${asking > 0 ? `(${asking}) ` : ''}${running ? '● ' : ''}${title ? `${title} · ` : ''}Baton`;
  }, [title, running, asking]);
}
