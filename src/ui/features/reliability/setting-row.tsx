import { useId } from 'react';
import type { LayerName } from '#contract/configuration.ts';
import type { SettingControl, SettingDefinition, SettingKey } from '#core/reliability/setting-table.ts';
import { NumberInput } from '#ui/kit/controls/number-input.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { OriginLine } from './origin-line.tsx';
import css from './hook-row.module.css';

interface SettingRowProps {
  setting: SettingDefinition & { key: SettingKey };
  value: unknown;
  origin: LayerName | undefined;
  /** `null` resets it. */
  onChange: (value: boolean | number | string | null) => Promise<boolean>;
}

/** A setting of a hook, below the hook. */
export function SettingRow({ setting: { key, control }, value, origin, onChange }: SettingRowProps) {
  const t = useT('reliability');
  const id = useId();
  const name = t(`set.${key}`);
  return (
    <div className={css['setting']} data-setting={key}>
      <div className={css['text']}>
        {control.kind === 'number' ? <label htmlFor={id}>{name}</label> : <p id={id}>{name}</p>}
        <OriginLine name={name} code={shortKey(key)} origin={origin} onUndo={() => void onChange(null)} />
      </div>
      <Control control={control} label={name} labelledBy={id} value={value} onChange={onChange} />
    </div>
  );
}

interface ControlProps {
  control: SettingControl;
  label: string;
  /** The id of the name, or of the input itself if the name is its label. */
  labelledBy: string;
  value: unknown;
  onChange: (value: boolean | number | string) => Promise<boolean>;
}

function Control({ control, label, labelledBy, value, onChange }: ControlProps) {
  const t = useT('reliability');
  if (control.kind === 'switch') return <Switch checked={value === true} onChange={onChange} labelledBy={labelledBy} />;
  if (control.kind === 'number')
    return (
      <NumberInput
        range={control}
        id={labelledBy}
        value={typeof value === 'number' ? value : null}
        onChange={(number) => number !== null && onChange(number)}
      />
    );
  const labels = { off: t('choice.off'), minimal: t('choice.minimal'), detailed: t('choice.detailed') };
  return (
    <Segmented
      label={label}
      value={String(value)}
      onChange={onChange}
      options={control.options.map((one) => ({ value: one, label: Reflect.get(labels, one) ?? one }))}
    />
  );
}

/** The key without its section's prefix. */
function shortKey(key: string): string {
  return key.replace(/^experimental\./, '');
}
