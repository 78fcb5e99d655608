import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { useDropFiles } from '#ui/kit/controls/use-drop-files.ts';
import { AttachControl } from '#ui/features/conversation/composer/attach-control.tsx';
import css from './message.module.css';

const DiscardDialog = lazyPart(async () => (await import('#ui/kit/controls/discard-dialog.tsx')).DiscardDialog);

interface EditBoxProps {
  field: RefObject<HTMLTextAreaElement | null>;
  label: string;
  text: string;
  onText: (text: string) => void;
  /** There are changes that would be lost. Escape asks first. */
  unsaved: boolean;
  /** What becomes of it. */
  note: string;
  submit: { label: string; disabled: boolean; run: () => void; on: (event: KeyboardEvent) => boolean };
  onCancel: () => void;
  /** What takes files, where the message can have some. */
  files?: { add: (files: File[]) => void; onPaste: (event: ClipboardEvent) => void };
  /** Beside the other buttons. */
  more?: ReactNode;
  /** Above the text. */
  children?: ReactNode;
}

/** The text of a message while it is edited in its place. */
export function EditBox(props: EditBoxProps) {
  const { field, label, text, onText, unsaved, note, submit, onCancel, files, more, children } = props;
  const common = useT('common');
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
  }, [field]);
  const drop = useDropFiles(useCallback((transfer: DataTransfer) => files?.add([...transfer.files]), [files]));
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
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- files can be dropped; the button adds them, too
    <div className={css['editor']} data-over={drop.over || undefined} {...(files && isolated(drop.handlers))}>
      {children}
      <textarea
        ref={field}
        className={css['editorText']}
        value={text}
        aria-label={label}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={files?.onPaste}
      />
      <div className={css['editorActions']}>
        <div className={css['editorNote']}>
          {files && <AttachControl onFiles={files.add} />}
          <span>{note}</span>
        </div>
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

type DropHandlers = ReturnType<typeof useDropFiles>['handlers'];

/** What is dropped here doesn't go into the message box, as it does elsewhere in the conversation. */
function isolated(handlers: DropHandlers): DropHandlers {
  const only = (handle: (event: DragEvent) => void) => (event: DragEvent) => {
    event.stopPropagation();
    handle(event);
  };
  return {
    onDragEnter: only(handlers.onDragEnter),
    onDragOver: only(handlers.onDragOver),
    onDragLeave: only(handlers.onDragLeave),
    onDrop: only(handlers.onDrop),
  };
}
