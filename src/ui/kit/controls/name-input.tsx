import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react';
import type { EarlyKeys } from '#ui/kit/keyboard/early-keys.ts';

interface NameInputProps {
  title: string;
  placeholder: string;
  label: string;
  className: string | undefined;
  /** What was typed before it was there replaces the name. */
  early?: EarlyKeys;
  /** `null` when the user cancels. */
  onDone: (title: string | null) => void;
}

/** A name that is edited in place: Enter saves it, Escape cancels. */
export function NameInput({ title, placeholder, label, className, early, onDone }: NameInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  const begin = useEffectEvent((field: HTMLInputElement) => {
    const typed = early?.take() ?? '';
    field.focus();
    if (typed !== '') field.value = typed;
    else if (field.value === title) field.select();
  });
  useEffect(() => {
    const field = input.current;
    if (!field) return undefined;
    let frame = 0;
    const attempt = () => {
      // A syllable stays whole.
      if (early?.state().composing) frame = requestAnimationFrame(attempt);
      else begin(field);
    };
    attempt();
    return () => cancelAnimationFrame(frame);
  }, [early]);
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
