import { useRef, type ReactNode, type RefObject } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { EditModal } from '#ui/kit/controls/edit-modal.tsx';
import field from '#ui/kit/controls/field.module.css';
import { useKeptFocus } from '#ui/kit/keyboard/use-kept-focus.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';

interface EditDialogProps {
  title: string;
  description: string;
  /** There are changes that would be lost. */
  unsaved: boolean;
  initialFocus: RefObject<HTMLElement | null>;
  children: ReactNode;
  onSave: () => void;
  onClose: () => void;
}

/** Where a snippet or an assistant is edited. */
export function EditDialog({ title, description, unsaved, initialFocus, children, onSave, onClose }: EditDialogProps) {
  const common = useT('common');
  return (
    <EditModal
      open
      wide
      unsaved={unsaved}
      onClose={onClose}
      title={title}
      description={description}
      initialFocus={initialFocus}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" onClick={onSave}>
            {common('save')}
          </Button>
        </>
      }
    >
      <Fields>{children}</Fields>
    </EditModal>
  );
}

function Fields({ children }: { children: ReactNode }) {
  const stack = useRef<HTMLDivElement>(null);
  useKeptFocus(stack);
  return (
    <div ref={stack} className={field['stack']}>
      {children}
    </div>
  );
}
