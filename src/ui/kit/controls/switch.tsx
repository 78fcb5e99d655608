import { Switch as Base } from '@base-ui/react/switch';
import { usePressed, type StorePress } from './use-pressed.ts';
import css from './switch.module.css';

interface SwitchProps {
  checked: boolean;
  onChange: StorePress;
  /** Id of the visible name. */
  labelledBy: string;
  describedBy?: string;
  /** The hint says why. */
  disabled?: boolean;
}

export function Switch({ checked, onChange, labelledBy, describedBy, disabled = false }: SwitchProps) {
  const { on, press } = usePressed(checked, onChange);
  return (
    <Base.Root
      className={css['switch']}
      checked={on}
      disabled={disabled}
      onCheckedChange={press}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
    >
      <Base.Thumb className={css['thumb']} />
    </Base.Root>
  );
}
