import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useId } from 'react';
import css from './choices.module.css';

interface ChoicesProps<T extends string> {
  label: string;
  /** null while nothing is chosen. */
  value: T | null;
  onChange: (value: T) => void;
  /** Beside each other where there is room, below the first. */
  side?: boolean;
  options: readonly { value: T; label: string; body: string }[];
}

/** One of a few, each with a sentence on it. A radio group: arrow keys move the choice. */
export function Choices<T extends string>({ label, value, onChange, side, options }: ChoicesProps<T>) {
  const id = useId();
  return (
    <RadioGroup<T | null>
      className={css['choices']}
      aria-label={label}
      data-side={side || undefined}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
    >
      {options.map((one) => (
        <Radio.Root
          key={one.value}
          className={css['choice']}
          value={one.value}
          aria-labelledby={`${id}-${one.value}`}
          aria-describedby={`${id}-${one.value}-body`}
        >
          <span className={css['radio']}>
            <Radio.Indicator className={css['dot']} />
          </span>
          <span>
            <span id={`${id}-${one.value}`} className={css['name']}>
              {one.label}
            </span>
            <span id={`${id}-${one.value}-body`} className={css['body']}>
              {one.body}
            </span>
          </span>
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
