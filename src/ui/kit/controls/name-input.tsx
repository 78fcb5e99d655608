import { useEffect, useRef, type KeyboardEvent } from 'react';

interface NameInputProps {
  title: string;
  placeholder: string;
  label: string;
  className: string | undefined;
  /** `null` when the user cancels. */
  onDone: (title: string | null) => void;
}

/** A name that is edited in place: Enter saves it, Escape cancels. */
export function NameInput({ title, placeholder, label, className, onDone }: NameInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const finish = (value: string | null) => {
    if (done.current) return;
    done.current = true;
    onDone(value === null ? null : value.trim());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The Enter that ends a Hangul syllable doesn't end the title.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') finish(event.currentTarget.value);
    else if (event.key === 'Escape') finish(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      ref={input}
      className={className}
      defaultValue={title}
      placeholder={placeholder}
      aria-label={label}
      maxLength={300}
      onKeyDown={onKeyDown}
      onBlur={(event) => finish(event.currentTarget.value)}
    />
  );
}
