import { Switch as Base } from '@base-ui/react/switch';
import css from './switch.module.css';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Id of the visible name. */
  labelledBy: string;
  describedBy?: string;
  /** The hint says why. */
  disabled?: boolean;
}

export function Switch({ checked, onChange, labelledBy, describedBy, disabled = false }: SwitchProps) {
  return (
    <Base.Root
      className={css['switch']}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
    >
      <Base.Thumb className={css['thumb']} />
    </Base.Root>
  );
}
