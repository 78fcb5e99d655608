import { useState } from 'react';
import type { Connection } from '#contract/connection.ts';
import type { Model, ThinkingLevel } from '#core/model.ts';
import { PARAMETER_NAMES } from '#core/vendors/base/parameters.ts';
import { parametersFor } from '#core/normalize/resolve-parameters.ts';
import type { ParameterName, RequestParameters } from '#core/vendors/base/request-parameters.ts';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { ParameterField, type ParameterChange } from './parameter-field.tsx';
import css from './parameter-form.module.css';

interface ParameterFormProps {
  connection: Connection;
  model: Model;
  thinking: ThinkingLevel;
  value: RequestParameters;
  /** What holds where nothing is set here: the user's defaults for the model. */
  defaults?: RequestParameters;
  onChange: (parameters: RequestParameters) => void;
}

const NONE: RequestParameters = {};

/** The parameters that a model accepts, and why it isn't sent the others. Their values stay. */
export function ParameterForm({ connection, model, thinking, value, defaults = NONE, onChange }: ParameterFormProps) {
  const t = useT('parameters');
  const { vendor, baseUrl, practice } = connection;
  const target = { vendor, model, endpoint: baseUrl, ...(practice && { simulated: true as const }) };
  const table = parametersFor(target, thinking, value);
  const [hasBody] = useState(value.body !== undefined || defaults.body !== undefined);
  const change = (next: ParameterChange) => {
    const merged = { ...value, ...next };
    onChange(Object.fromEntries(Object.entries(merged).filter(([, one]) => one !== undefined)));
  };
  const missing = PARAMETER_NAMES.flatMap((name) => {
    const row = table[name];
    return 'missing' in row ? [{ name, why: row.missing }] : [];
  });
  const fieldOf = (name: ParameterName) => {
    const row = table[name];
    return 'missing' in row ? null : (
      <ParameterField
        key={name}
        name={name}
        row={row}
        value={value}
        defaults={defaults}
        reads={model.contextWindow}
        onChange={change}
      />
    );
  };
  return (
    <div className={css['form']}>
      {PARAMETER_NAMES.filter((name) => name !== 'body').map(fieldOf)}
      {!('missing' in table.body) && (
        // What is sent beside all else is in view, since a file may have brought it.
        <Disclosure summary={t('advanced')} open={hasBody}>
          {fieldOf('body')}
        </Disclosure>
      )}
      {missing.length > 0 && (
        <section className={css['missing']}>
          <h3>{t('missing')}</h3>
          <ul>
            {missing.map(({ name, why }) => (
              <li key={name}>
                {t(`name.${name}`)}: {t(`why.${why}`)}
                {value[name] !== undefined && ` (${t('kept', { value: JSON.stringify(value[name]) })})`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
