import { Switch as Base } from '@base-ui/react/switch';
import { useChosen, type StoreChoice } from './use-chosen.ts';
import css from './switch.module.css';

interface SwitchProps {
  checked: boolean;
  onChange: StoreChoice<boolean>;
  /** Id of the visible name. */
  labelledBy: string;
  describedBy?: string;
  /** The hint says why. */
  disabled?: boolean;
}

export function Switch({ checked, onChange, labelledBy, describedBy, disabled = false }: SwitchProps) {
  const { shown, choose } = useChosen(checked, onChange);
  return (
    <Base.Root
      className={css['switch']}
      checked={shown}
      disabled={disabled}
      onCheckedChange={choose}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
    >
      <Base.Thumb className={css['thumb']} />
    </Base.Root>
  );
}
