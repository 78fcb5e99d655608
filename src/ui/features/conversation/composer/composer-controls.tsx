import type { RefObject } from 'react';
import { ComposerTools } from './lazy-parts.ts';
import { SendButton } from './send-button.tsx';
import type { Sending } from './use-sending.ts';
import css from './composer.module.css';

interface ComposerControlsProps {
  sending: Sending;
  field: RefObject<HTMLTextAreaElement | null>;
  onFiles: (files: File[]) => void;
}

/** Below the text: files, the model and what it may use, and the buttons that send and stop. */
export function ComposerControls({ sending, field, onFiles }: ComposerControlsProps) {
  return (
    <div className={css['tools']}>
      <ComposerTools field={field} onFiles={onFiles} />
      <SendButton sending={sending} field={field} />
    </div>
  );
}
