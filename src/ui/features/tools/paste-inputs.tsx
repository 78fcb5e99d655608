import type { McpPasteInput } from '#contract/mcp-imports.ts';
import { Field } from '#ui/kit/controls/field.tsx';
import { TextArea } from '#ui/kit/controls/text-area.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import field from '#ui/kit/controls/field.module.css';

export type PasteAnswers = Readonly<Record<string, string>>;

/** The initial values of the fields. */
export function firstAnswers(asks: readonly McpPasteInput[]): PasteAnswers {
  return Object.fromEntries(asks.map(({ token, initial }) => [token, initial]));
}

/** The placeholders that still need a value. */
export function unansweredInputs(asks: readonly McpPasteInput[], answers: PasteAnswers): string[] {
  return asks.flatMap(({ token, optional }) => (!optional && (answers[token] ?? '').trim() === '' ? [token] : []));
}

interface PasteAsksProps {
  asks: readonly McpPasteInput[];
  answers: PasteAnswers;
  /** Placeholders that were empty when the user tried to add everything. */
  missing: readonly string[];
  onChange: (answers: PasteAnswers) => void;
}

/** Asks for values that another app would have filled in, because Baton sends no unresolved placeholders. */
export function PasteInputs({ asks, answers, missing, onChange }: PasteAsksProps) {
  const t = useT('mcp');
  if (asks.length === 0) return null;
  return (
    <fieldset className={field['group']}>
      <legend className={field['label']}>{t('fill.title')}</legend>
      <p className={field['hint']}>{t('fill.intro')}</p>
      {asks.map((ask) => (
        <PasteAsk
          key={ask.token}
          ask={ask}
          value={answers[ask.token] ?? ''}
          error={missing.includes(ask.token) ? t('form.empty') : null}
          onChange={(value) => onChange({ ...answers, [ask.token]: value })}
        />
      ))}
    </fieldset>
  );
}

interface PasteAskProps {
  ask: McpPasteInput;
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}

function PasteAsk({ ask, value, error, onChange }: PasteAskProps) {
  const t = useT('mcp');
  const { token, kind, description, secret, optional, multiple, choices, servers } = ask;
  const named = description === '' ? token : `${description} (${token})`;
  const label = optional ? t('ask.optional', { label: named }) : named;
  const what = kind === 'input' ? (secret ? t('fill.secret') : '') : t(`fill.${kind}`);
  const hint = [what, multiple ? t('fill.lines') : '', t('fill.for', { servers: servers.join(', ') })]
    .filter((one) => one !== '')
    .join(' ');
  if (choices.length > 0) {
    return (
      <div className={field['field']}>
        <label>
          <span className={field['label']}>{label}</span>
          <select
            className={field['input']}
            value={value}
            aria-invalid={error ? true : undefined}
            onChange={({ target }) => onChange(target.value)}
          >
            {!choices.includes(value) && <option value={value}>{value === '' ? t('ask.choose') : value}</option>}
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        </label>
        <p className={field['hint']}>{hint}</p>
        <p className={field['error']} role="alert">
          {error}
        </p>
      </div>
    );
  }
  if (multiple && !secret) {
    return (
      <TextArea
        mono
        rows={3}
        label={label}
        hint={hint}
        value={value}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  return (
    <Field
      mono
      spellCheck={false}
      autoComplete="off"
      data-1p-ignore
      data-lpignore="true"
      type={secret ? 'password' : 'text'}
      label={label}
      hint={hint}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
