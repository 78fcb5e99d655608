import { useId, useState } from 'react';
import { isObject, parseJson } from '#core/json.ts';
import type { Accepted } from '#core/vendors/base/parameters.ts';
import { VERBOSITIES, type ParameterName, type RequestParameters } from '#core/vendors/base/request-parameters.ts';
import { NumberInput } from '#ui/kit/controls/number-input.tsx';
import { Select } from '#ui/kit/controls/select.tsx';
import { TextArea } from '#ui/kit/controls/text-area.tsx';
import { formatTokens } from '#ui/kit/i18n/format.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './parameter-form.module.css';

/** New values; `undefined` removes one. */
export type ParameterChange = { [Name in ParameterName]?: RequestParameters[Name] | undefined };

interface ParameterFieldProps {
  name: ParameterName;
  row: Accepted;
  value: RequestParameters;
  /** What holds where `value` says nothing. */
  defaults: RequestParameters;
  /** How much of a request the server reads as it is set up; `null` if it doesn't say. */
  reads: number | null;
  onChange: (change: ParameterChange) => void;
}

/** One parameter that the target accepts. */
export function ParameterField({ name, row, value, defaults, reads, onChange }: ParameterFieldProps) {
  const t = useT('parameters');
  const id = useId();
  const label = t(`name.${name}`);
  const usual = (text: string | number | undefined) =>
    text === undefined ? t('default') : t('default.model', { value: text });
  switch (name) {
    case 'stop':
      return (
        <TextArea
          mono
          rows={2}
          label={label}
          placeholder={defaults.stop?.join('\n')}
          value={value.stop?.join('\n') ?? ''}
          onChange={({ target }) => onChange({ stop: target.value === '' ? undefined : target.value.split('\n') })}
        />
      );
    case 'body':
      return (
        <BodyField label={label} value={value.body} usual={defaults.body} onChange={(body) => onChange({ body })} />
      );
    case 'verbosity':
      return (
        <Select
          label={label}
          value={value.verbosity ?? 'default'}
          options={(['default', ...VERBOSITIES] as const).map((one) => ({
            value: one,
            label:
              one === 'default'
                ? usual(defaults.verbosity && t(`verbosity.${defaults.verbosity}`))
                : t(`verbosity.${one}`),
          }))}
          onChange={(chosen) => onChange({ verbosity: chosen === 'default' ? undefined : chosen })}
        />
      );
    default:
      return (
        <div className={css['number']}>
          <label htmlFor={id}>{label}</label>
          <NumberInput
            id={id}
            range={{ min: row.min ?? 0, max: row.max ?? MAX, step: row.integer ? 1 : STEP }}
            value={value[name] ?? null}
            none={usual(defaults[name] ?? (name === 'contextLength' ? (reads ?? undefined) : undefined))}
            onChange={(next) => onChange({ [name]: next ?? undefined })}
          />
          {name === 'contextLength' && row.max !== undefined && (
            <p className={css['hint']}>{t('contextLength.max', { max: formatTokens(row.max) })}</p>
          )}
        </div>
      );
  }
}

/** Larger than every count that a vendor takes, and small enough for every machine. */
const MAX = 2_147_483_647;
const STEP = 0.05;

interface BodyFieldProps {
  label: string;
  value: Record<string, unknown> | undefined;
  usual: Record<string, unknown> | undefined;
  onChange: (body: Record<string, unknown> | undefined) => void;
}

/** Takes only what is a JSON object, or nothing. */
function BodyField({ label, value, usual, onChange }: BodyFieldProps) {
  const t = useT('parameters');
  const [text, setText] = useState(value ? JSON.stringify(value, null, 2) : '');
  const read = parseJson(text);
  const fits = text.trim() === '' || isObject(read);
  return (
    <TextArea
      mono
      rows={3}
      label={label}
      placeholder={usual && JSON.stringify(usual, null, 2)}
      value={text}
      error={fits ? null : t('body.error')}
      onChange={({ target }) => {
        setText(target.value);
        const next = parseJson(target.value);
        if (target.value.trim() === '') onChange(undefined);
        else if (isObject(next)) onChange(next);
      }}
    />
  );
}
