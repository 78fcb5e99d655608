import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactElement } from 'react';
import { useChosen, type StoreChoice } from './use-chosen.ts';
import css from './segmented.module.css';

interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  onChange: StoreChoice<T>;
  options: readonly {
    value: T;
    label: string;
    /** The language of the label, if it isn't the page's. */
    lang?: string;
    icon?: ReactElement;
    disabled?: boolean;
  }[];
}

/** A choice between a few visible options. A radio group: arrow keys move the choice. */
export function Segmented<T extends string>({ label, value, onChange, options }: SegmentedProps<T>) {
  const { shown, choose } = useChosen(value, onChange);
  return (
    <RadioGroup<T> className={css['group']} aria-label={label} value={shown} onValueChange={choose}>
      {options.map((option) => (
        <Radio.Root
          key={option.value}
          value={option.value}
          disabled={option.disabled ?? false}
          className={css['option']}
          lang={option.lang}
        >
          {option.icon}
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
