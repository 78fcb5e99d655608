import type { Dictations } from './dictations.ts';

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Recordings are in the memory of the window only. While there is one, in any conversation, it asks before it closes. */
export function askBeforeClosing(dictations: Dictations): void {
  dictations.subscribe(() => {
    if (dictations.isEmpty()) removeEventListener('beforeunload', ask);
    else addEventListener('beforeunload', ask);
  });
}
