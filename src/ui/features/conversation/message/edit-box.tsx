import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import css from './message.module.css';

const DiscardDialog = lazyPart(async () => (await import('#ui/kit/controls/discard-dialog.tsx')).DiscardDialog);

interface EditBoxProps {
  label: string;
  text: string;
  onText: (text: string) => void;
  /** There are changes that would be lost. Escape asks first. */
  unsaved: boolean;
  /** What becomes of it. */
  note: string;
  submit: { label: string; disabled: boolean; run: () => void; on: (event: KeyboardEvent) => boolean };
  onCancel: () => void;
  /** Beside the other buttons. */
  more?: ReactNode;
  /** Above the text. */
  children?: ReactNode;
}

/** The text of a message while it is edited in its place. */
export function EditBox({ label, text, onText, unsaved, note, submit, onCancel, more, children }: EditBoxProps) {
  const common = useT('common');
  const field = useRef<HTMLTextAreaElement>(null);
  const opener = useRef<Element | null>(null);
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    const area = field.current;
    opener.current ??= document.activeElement;
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
    // The list first makes space for the editor, which is taller than the message was.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => area?.parentElement?.scrollIntoView({ block: 'nearest' }));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const cancel = () => {
    // A button of the message is gone with what the editor replaced. The message itself is still there.
    const from = opener.current !== document.body && opener.current?.isConnected ? opener.current : null;
    const back = from ?? field.current?.closest('[data-message]');
    onCancel();
    if (back instanceof HTMLElement) back.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (submit.on(event)) {
      event.preventDefault();
      if (!submit.disabled) submit.run();
    } else if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      event.stopPropagation();
      if (unsaved) setAsking(true);
      else cancel();
    }
  };
  return (
    <div className={css['editor']}>
      {children}
      <textarea
        ref={field}
        className={css['editorText']}
        value={text}
        aria-label={label}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={css['editorActions']}>
        <span className={css['editorNote']}>{note}</span>
        <div className={css['editorButtons']}>
          <Button small variant="quiet" onClick={cancel}>
            {common('cancel')}
          </Button>
          {more}
          <Button small variant="primary" disabled={submit.disabled} onClick={submit.run}>
            {submit.label}
          </Button>
        </div>
      </div>
      <DiscardDialog open={asking} onOpenChange={setAsking} onDiscard={cancel} />
    </div>
  );
}
