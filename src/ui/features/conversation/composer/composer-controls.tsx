import { ComposerTools } from './lazy-parts.ts';
import { SendButton } from './send-button.tsx';
import type { Sending } from './use-sending.ts';
import css from './composer.module.css';

interface ComposerControlsProps {
  sending: Sending;
  onFiles: (files: File[]) => void;
}

/** Below the text: files, the model and what it may use, and the buttons that send and stop. */
export function ComposerControls({ sending, onFiles }: ComposerControlsProps) {
  return (
    <div className={css['tools']}>
      <ComposerTools onFiles={onFiles} />
      <SendButton sending={sending} />
    </div>
  );
}
