import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useId } from 'react';
import { useChosen, type StoreChoice } from './use-chosen.ts';
import css from './choices.module.css';

interface ChoicesProps<T extends string> {
  label: string;
  /** `null` while nothing is chosen. */
  value: T | null;
  onChange: StoreChoice<T>;
  /** Side by side where there is space, otherwise stacked. */
  side?: boolean;
  options: readonly { value: T; label: string; body: string }[];
}

/** A choice between a few options with a sentence each. A radio group: arrow keys move the choice. */
export function Choices<T extends string>({ label, value, onChange, side, options }: ChoicesProps<T>) {
  const id = useId();
  const { shown, choose } = useChosen<T | null>(value, (next) => (next === null ? undefined : onChange(next)));
  return (
    <RadioGroup<T | null>
      className={css['choices']}
      aria-label={label}
      data-side={side || undefined}
      value={shown}
      onValueChange={choose}
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
