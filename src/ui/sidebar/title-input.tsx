import { useEffect, useRef, type KeyboardEvent } from 'react';
import css from './session-row.module.css';

interface TitleInputProps {
  title: string;
  placeholder: string;
  label: string;
  onDone: (title: string | null) => void;
}

/** A name that is changed in place: Enter keeps it, Escape does not. */
export function TitleInput({ title, placeholder, label, onDone }: TitleInputProps) {
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
    // The Enter that ends a Hangul syllable is not the Enter that ends the title.
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
      className={css['input']}
      defaultValue={title}
      placeholder={placeholder}
      aria-label={label}
      maxLength={300}
      onKeyDown={onKeyDown}
      onBlur={(event) => finish(event.currentTarget.value)}
    />
  );
}
