import { createContext } from 'react';
import type { PreviewKind } from '#markdown/preview-kind.ts';
import type { StoredPart } from '#storage/rows.ts';

/** What a conversation can do with code beyond showing it. */
export interface CodePreviews {
  /** Opens it beside the conversation. The opener gets the focus back. */
  open: (code: { kind: PreviewKind; text: string }, opener: HTMLElement) => void;
  openFile: (file: Extract<StoredPart, { type: 'file' }>, kind: PreviewKind, opener: HTMLElement) => void;
}

/** `null`: only the code is shown. */
export const CodePreviewsContext = createContext<CodePreviews | null>(null);
