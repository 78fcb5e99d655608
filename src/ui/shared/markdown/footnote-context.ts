import { createContext } from 'react';

/** Labels with a definition in this text, and the prefix that makes their ids unique on the page. */
export interface Footnotes {
  id: string;
  labels: ReadonlySet<string>;
}

export const FootnoteContext = createContext<Footnotes>({ id: '', labels: new Set() });

export const noteId = (id: string, label: string): string => `${id}-note-${label}`;
export const referenceId = (id: string, label: string): string => `${id}-ref-${label}`;

/** Scrolls there without changing the address, which names the conversation. */
export function goTo(elementId: string): void {
  const target = document.getElementById(elementId);
  target?.scrollIntoView({ block: 'nearest' });
  target?.focus({ preventScroll: true });
}
