import { createContext, use, useCallback, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useAddressGuard } from '#ui/kit/use-address-guard.ts';
import { useLeaveGuard } from '#ui/kit/use-leave-guard.ts';
import { DiscardDialog } from './discard-dialog.tsx';

/** Types of fields that words are written in. */
const TEXT: ReadonlySet<string> = new Set(['text', 'password', 'url', 'email', 'number']);

const StoredContext = createContext<(form: HTMLFormElement | null | undefined) => void>(() => undefined);

/** For a form that stays when it has been stored: tells that nothing in it would be lost any more. */
export const useFormStored = () => use(StoredContext);

const hasText = (form: HTMLFormElement): boolean =>
  [...form.elements].some(
    (field) =>
      (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && TEXT.has(field.type))) &&
      field.value !== '',
  );

/**
 * Neither another address nor a closed window throws away unasked what is written in a form on this page. What is stored
 * as it is written, and what is searched, needs no form or has the role of a search.
 */
export function FormsGuard({ children }: { children: ReactNode }) {
  const written = useRef(new Set<HTMLFormElement>());
  const [active, setActive] = useState(false);
  const [asking, setAsking] = useState(false);
  const forget = useCallback((form: HTMLFormElement | null | undefined) => {
    if (form) written.current.delete(form);
  }, []);
  const letGo = () => {
    written.current.clear();
    setActive(false);
  };
  /** A form that was stored or cancelled is gone, or it was forgotten. */
  const isUnsaved = () => [...written.current].some((form) => form.isConnected && hasText(form));
  useLeaveGuard(active, isUnsaved);
  const stay = useAddressGuard(active, () => (isUnsaved() ? setAsking(true) : letGo()));
  const answer = (next: boolean) => {
    setAsking(next);
    if (!next) stay();
  };
  const onInput = ({ currentTarget, target }: FormEvent) => {
    // Dialogs ask for themselves.
    if (!currentTarget.contains(target as Node)) return;
    const { form } = target as Partial<HTMLInputElement>;
    if (!form || form.role === 'search') return;
    written.current.add(form);
    setActive(true);
  };
  return (
    <StoredContext value={forget}>
      <div
        style={{ display: 'contents' }}
        onInput={onInput}
        onReset={({ target }) => forget(target as HTMLFormElement)}
      >
        {children}
      </div>
      <DiscardDialog open={asking} onOpenChange={answer} onDiscard={letGo} />
    </StoredContext>
  );
}
