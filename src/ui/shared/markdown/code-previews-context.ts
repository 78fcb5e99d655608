import { createContext, type ReactNode } from 'react';
import type { PreviewKind } from '#markdown/preview-kind.ts';
import type { StoredPart } from '#storage/rows.ts';

export interface DrawingProps {
  kind: 'svg' | 'mermaid';
  text: string;
  /** The text as code: shown until there is a drawing, and where there is none. */
  code: ReactNode;
}

/** What a conversation can do with code beyond showing it. */
export interface CodePreviews {
  /** Opens it beside the conversation. The opener gets the focus back. */
  open: (code: { kind: PreviewKind; text: string }, opener: HTMLElement) => void;
  openFile: (file: Extract<StoredPart, { type: 'file' }>, kind: PreviewKind, opener: HTMLElement) => void;
  /** Draws it in its place. */
  Drawing: (props: DrawingProps) => ReactNode;
}

/** `null`: only the code is shown. */
export const CodePreviewsContext = createContext<CodePreviews | null>(null);
