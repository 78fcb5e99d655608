import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import css from './number-input.module.css';

export interface NumberRange {
  min: number;
  max: number;
  /** 1 or more means whole numbers only, as without it. */
  step?: number;
}

interface NumberInputProps {
  range: NumberRange;
  /** The id that its label refers to. */
  id: string;
  /** The id of the element that names it, if no label refers to it. */
  labelledBy?: string;
  describedBy?: string;
  value: number | null;
  /** The placeholder for an empty input. Without it a number is required. */
  none?: string;
  onChange: (value: number | null) => void;
}

const textOf = (value: number | null): string => (value === null ? '' : String(value));

/**
 * Reports a new value on blur or Enter, or when its page is left, and only within the bounds. A value that arrives while
 * another is being typed doesn't disturb the typing.
 */
export function NumberInput({ range, id, labelledBy, describedBy = '', value, none, onChange }: NumberInputProps) {
  const { min, max, step = 1 } = range;
  const t = useT('common');
  const language = useLanguage();
  const [text, setText] = useState(textOf(value));
  const [written, setWritten] = useState(false);
  const [arrived, setArrived] = useState(value);
  if (value !== arrived) {
    setArrived(value);
    if (!written) setText(textOf(value));
  }
  const number = text.trim() === '' ? null : Number(text);
  const fits = number !== null && number >= min && number <= max && (step < 1 || Number.isInteger(number));
  const valid = number === null ? none !== undefined : fits;
  /** What was reported and hasn't arrived yet. */
  const reported = useRef(value);
  useEffect(() => {
    reported.current = value;
  }, [value]);
  const take = (): void => {
    if (written && valid && (number !== value || number !== reported.current)) {
      reported.current = number;
      onChange(number);
    }
    setWritten(false);
  };
  // What is removed while it has the focus is not blurred.
  const takeLast = useEffectEvent(take);
  useEffect(() => () => takeLast(), []);
  return (
    <span className={css['number']}>
      <input
        type="number"
        className={css['input']}
        id={id}
        aria-labelledby={labelledBy}
        aria-describedby={`${describedBy} ${id}-range`.trim()}
        aria-invalid={!valid || undefined}
        placeholder={none}
        {...{ min, max, step }}
        value={text}
        onChange={(event) => {
          setWritten(true);
          setText(event.target.value);
        }}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && take()}
      />
      <span id={`${id}-range`} className={css['range']} data-invalid={!valid || undefined}>
        {t('range', { min: min.toLocaleString(language), max: max.toLocaleString(language) })}
      </span>
    </span>
  );
}
